-- Usernames and emails of lists with a domain beyond ASCII, in the one form of docs/domain.md#value-forms.

-- A label of a domain in ASCII (RFC 3492), as IDNA writes it.
create or replace function pg_temp.ascii_label(label text) returns text language plpgsql as $$
declare
  encoded text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  handled integer := length(encoded);
  code integer := 128;
  delta integer := 0;
  bias integer := 72;
  next_code integer;
  at integer;
  rest integer;
  step integer;
  threshold integer;
  written integer;
begin
  if handled = length(label) then
    return label;
  end if;
  written := handled;
  if handled > 0 then
    encoded := encoded || '-';
  end if;
  while handled < length(label) loop
    select min(ascii(c)) into next_code from regexp_split_to_table(label, '') as c where ascii(c) >= code;
    delta := delta + (next_code - code) * (handled + 1);
    code := next_code;
    for at in 1..length(label) loop
      if ascii(substr(label, at, 1)) < code then
        delta := delta + 1;
      elsif ascii(substr(label, at, 1)) = code then
        rest := delta;
        step := 36;
        loop
          threshold := least(greatest(step - bias, 1), 26);
          exit when rest < threshold;
          encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', threshold + (rest - threshold) % (36 - threshold) + 1, 1);
          rest := (rest - threshold) / (36 - threshold);
          step := step + 36;
        end loop;
        encoded := encoded || substr('abcdefghijklmnopqrstuvwxyz0123456789', rest + 1, 1);
        delta := case when handled = written then delta / 700 else delta / 2 end;
        delta := delta + delta / (handled + 1);
        bias := 0;
        while delta > 455 loop
          delta := delta / 35;
          bias := bias + 36;
        end loop;
        bias := bias + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      end if;
    end loop;
    delta := delta + 1;
    code := code + 1;
  end loop;
  return 'xn--' || encoded;
end $$;

create or replace function pg_temp.ascii_domain(email text) returns text language sql as $$
  select regexp_replace(email, '@[^@]*$', '') || '@' || string_agg(pg_temp.ascii_label(label), '.' order by place)
  from regexp_split_to_table(substring(email from '@([^@]*)$'), '[.。]') with ordinality as labels (label, place)
$$;

create temporary table new_name on commit drop as
select user_id, user_name_key as old_key, pg_temp.ascii_domain(user_name_key) as new_key
from app_user where user_name_key ~ '@[^@]*[^\x01-\x7f][^@]*$';

-- A second user of one address keeps the old form until an administrator gives it another username.
delete from new_name n where exists (select from app_user u where u.user_name_key = n.new_key)
  or exists (select from new_name o where o.new_key = n.new_key and o.user_id < n.user_id);
update app_user u set user_name_key = n.new_key from new_name n where u.user_id = n.user_id;
update reset_request r set user_name_key = n.new_key from new_name n where r.user_name_key = n.old_key;
update queue_task t set assignee = n.new_key from new_name n where t.assignee = n.old_key;
update queue_task t set claimed_by = n.new_key from new_name n where t.claimed_by = n.old_key;

create temporary table new_form on commit drop as
select i.company_id, i.list_id, i.item_id, i.expiry_date, pg_temp.ascii_domain(i.match_value) collate "C" as match_value
from fraud_list_item i join fraud_list l on l.company_id = i.company_id and l.list_id = i.list_id
where l.data_field = 'customerEmail' and i.match_value ~ '@[^@]*[^\x01-\x7f][^@]*$';

-- Of values that are or become equal, the one that ends last stays.
delete from fraud_list_item i using (
  select company_id, item_id, row_number() over (
    partition by company_id, list_id, match_value order by coalesce(expiry_date, 'infinity') desc, item_id) as place
  from (
    select company_id, list_id, item_id, expiry_date, match_value from new_form
    union all
    select o.company_id, o.list_id, o.item_id, o.expiry_date, o.match_value from fraud_list_item o
    where (o.company_id, o.list_id, o.match_value) in (select company_id, list_id, match_value from new_form)
  ) same
) d
where i.company_id = d.company_id and i.item_id = d.item_id and d.place > 1;

update fraud_list_item i set match_value = n.match_value
from new_form n where i.company_id = n.company_id and i.item_id = n.item_id;

update fraud_list l set version = version + 1,
  item_count = (select count(*) from fraud_list_item i where i.company_id = l.company_id and i.list_id = l.list_id),
  value_lengths = array(
    select distinct length(i.match_value) from fraud_list_item i where i.company_id = l.company_id and i.list_id = l.list_id)
where (l.company_id, l.list_id) in (select company_id, list_id from new_form);
