-- Customers (docs/domain.md#finding-customers, docs/decisions/0163): who paid, found by any part of a name, an email, a
-- telephone number or a reference.
create extension if not exists pg_trgm;

-- The form in which customers are searched: small letters without accents and apostrophes. Each character outside ASCII is
-- written as its code, because trigrams of a database in the C locale know no others.
create function fold_words(value text) returns text language plpgsql immutable parallel safe strict as $function$
declare
  folded text := lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f''’ʼ`´]', '', 'g'));
begin
  if octet_length(folded) <> char_length(folded) then
    folded := translate(folded, 'łøđðħı', 'loddhi');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  folded := regexp_replace(folded, '[\s,;]+', ' ', 'g');
  if octet_length(folded) = char_length(folded) then return folded; end if;
  return (
    select string_agg(
      case when ascii(letter) < 128 then letter else 'u' || lpad(to_hex(ascii(letter)), 4, '0') end, '' order by position)
    from regexp_split_to_table(folded, '') with ordinality as letters (letter, position)
  );
end
$function$;

-- A customer of a merchant: its customer record, else the payments of one email, else those of one name without an email.
create table known_customer (
  company_id integer not null,
  known_customer_id bigint not null generated always as identity (start with 100001),
  merchant_id integer not null,
  -- c:<customer id>, e:<email> or n:<name>.
  customer_key text not null,
  customer_id integer,
  name text,
  email text,
  telephone text,
  merchant_ref text,
  first_at timestamptz not null,
  primary key (company_id, known_customer_id),
  unique (company_id, merchant_id, customer_key)
);
create index known_customer_email on known_customer (company_id, email) where email is not null;
grant select, insert, update on known_customer to countinghouse_app;
select enable_tenant_isolation('known_customer');

-- What is searched. Row-level security would keep LIKE from its index, because LIKE is not leakproof. So the application's
-- role cannot read this table, only call find_customers, which has the barrier in it.
create table customer_words (
  known_customer_id bigint primary key,
  company_id integer not null,
  merchant_id integer not null,
  words text not null
);
revoke all on customer_words from countinghouse_app;

-- Words of former names and emails stay, up to a limit.
create function write_customer_words() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $function$
declare
  added text := ' ' || fold_words(concat_ws(' ', new.name, new.email, regexp_replace(new.telephone, '\D', '', 'g'), new.merchant_ref));
begin
  insert into customer_words as w (known_customer_id, company_id, merchant_id, words)
  values (new.known_customer_id, new.company_id, new.merchant_id, left(added, 1000))
  on conflict (known_customer_id) do update set words = left(added || w.words, 1000);
  return null;
end
$function$;
revoke execute on function write_customer_words from public;
create trigger known_customer_words after insert or update on known_customer
for each row execute function write_customer_words();

create function customer_word_condition(typed text) returns text language sql immutable as $function$
  select string_agg(format('words like %L', '%' || case when length(word) < 3 then ' ' else '' end
           || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
  from (select word from regexp_split_to_table(fold_words(typed), ' ') as word where word <> '' limit 6) as words
$function$;

-- The newest customers of the companies in app.companies, and of the merchants where these are named, whose words contain
-- everything typed: any part of three characters and more, the beginning of a word for less. At most `most` ids.
-- A term that many have is found among the newest; the index answers the others.
create function find_customers(companies integer[], merchants integer[], typed text, most integer) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $function$
declare
  setting text := coalesce(current_setting('app.companies', true), '');
  allowed integer[] := case
    when setting = '*' then companies
    else array(select unnest(companies) intersect select unnest(string_to_array(nullif(setting, ''), ',')::integer[]))
  end;
  telephone text := ltrim(regexp_replace(typed, '\D', '', 'g'), '0');
  place text := 'company_id = any ($1) and ($2::integer[] is null or merchant_id = any ($2))';
  newest_of text := case
    when cardinality(merchants) = 1 then 'merchant_id = ($2)[1]'
    when cardinality(allowed) = 1 then 'company_id = ($1)[1]'
    else 'true'
  end;
  condition text := customer_word_condition(typed);
  found bigint[];
begin
  if typed ~ '^[-+(). /0-9]+$' and length(telephone) >= 5 then
    condition := format('((%s) or words like %L)', condition, '%' || telephone || '%');
  end if;
  execute format($query$
    select array(
      select known_customer_id
      from (select * from customer_words where %s order by known_customer_id desc limit 20000) as newest
      where %s and %s order by known_customer_id desc limit $3)
  $query$, newest_of, place, coalesce(condition, 'true')) into found using allowed, merchants, most;
  if cardinality(found) < most then
    execute format($query$
      with matching as materialized (select known_customer_id from customer_words where %s and %s limit 1000)
      select array(select known_customer_id from matching order by known_customer_id desc limit $3)
    $query$, place, coalesce(condition, 'true')) into found using allowed, merchants, most;
  end if;
  return query select unnest(found);
end
$function$;
revoke execute on function find_customers from public;
grant execute on function find_customers to countinghouse_app;

-- The customers of stored payments. Bulk loads call it too.
create function collect_customers() returns void language sql as $function$
  insert into known_customer (company_id, merchant_id, customer_key, customer_id, name, email, telephone, merchant_ref, first_at)
  select company_id, merchant_id, 'c:' || customer_id, customer_id, display_name, email, telephone, merchant_ref, created_at
  from customer
  union all
  select company_id, merchant_id, customer_key, null, (array_agg(name order by txn_datetime desc) filter (where name is not null))[1],
         customer_email, (array_agg(customer_phone order by txn_datetime desc) filter (where customer_phone is not null))[1],
         null, min(txn_datetime)
  from (
    select *, case when customer_email is null then 'n:' || name else 'e:' || customer_email end as customer_key
    from (select *, coalesce(customer_name, card_holder_name) as name from txn) as named
    where customer_id is null and root_id = txn_id and coalesce(customer_email, name) is not null
  ) as paid
  group by company_id, merchant_id, customer_email, customer_key
  on conflict (company_id, merchant_id, customer_key) do nothing
$function$;
revoke execute on function collect_customers from public;
select collect_customers();

create index customer_words_text on customer_words using gin (words gin_trgm_ops);
create index customer_words_company on customer_words (company_id, known_customer_id desc);
create index customer_words_merchant on customer_words (merchant_id, known_customer_id desc);

-- Payments of a customer record, and of a name without an email. Those of an email have an index. Row-level security keeps
-- coalesce from an index, because PostgreSQL takes it for leaky, and CASE not.
create index txn_customer on txn (company_id, customer_id, txn_datetime desc, txn_id desc) where customer_id is not null;
create index txn_named on txn (
  merchant_id, (case when customer_name is null then card_holder_name else customer_name end), txn_datetime desc, txn_id desc
)
where customer_id is null and customer_email is null and (customer_name is not null or card_holder_name is not null);

create table customer_note (
  company_id integer not null,
  customer_note_id bigint not null generated always as identity,
  known_customer_id bigint not null,
  at timestamptz not null,
  user_id uuid not null,
  user_name text not null,
  note text not null check (length(note) between 1 and 2000),
  primary key (company_id, customer_note_id)
);
create index customer_note_customer on customer_note (company_id, known_customer_id, customer_note_id desc);
grant select, insert on customer_note to countinghouse_app;
select enable_tenant_isolation('customer_note');
