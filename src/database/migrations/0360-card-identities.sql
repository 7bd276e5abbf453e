-- The only table with hashes of card numbers (docs/decisions/0360). All others have the id of the card, which reveals nothing of it.
create table card_identity (
  company_id integer not null,
  -- A chain of keyed hashes of the number, one link for each root secret up to key_generation, in base64.
  hash text not null,
  key_generation integer not null,
  card_id text not null,
  -- The id is the first link of the chain: of a card from before this table.
  derived boolean not null,
  primary key (company_id, hash)
);
create unique index card_identity_card on card_identity (company_id, card_id);
-- Rows that a rotation of root secrets has not reached.
create index card_identity_generation on card_identity (key_generation);
create index card_identity_derived on card_identity (company_id, card_id) where derived;

-- Whether ids are random: in a database without payments from before, always; in others since an operator has had them replaced.
create table random_card_ids (
  one boolean primary key default true check (one),
  requested_at timestamptz not null,
  -- The operator; empty for the first start.
  requested_by text not null,
  -- New cards get random ids since then. Before it, every card that is stored gets its row in card_identity.
  begun_at timestamptz,
  -- When no id was left that is a hash of a card number.
  done_at timestamptz,
  -- How far the rows have been looked through that have such ids.
  position jsonb
);
insert into random_card_ids (requested_at, requested_by, begun_at, done_at)
select now(), '', now(), now() where not exists (select from txn) and not exists (select from card_token);

-- The id of a card for a payment, which is stored in this transaction: `proposed` for a card that the company does not have. The row
-- stays as it is until the transaction ends. `hashes` are the links of every root secret that the program has. `is_stored`: rows
-- have the id already.
create function claim_card(of_company integer, hashes text[], writing integer, proposed text, is_stored boolean) returns text
language plpgsql as $$
declare
  known text;
  given text := proposed;
begin
  select card_id into known from card_identity where company_id = of_company and hash = any (hashes) for key share;
  if known is not null then return known; end if;
  -- Of two payments with a new card, also in programs that write under different root secrets, one inserts it.
  perform pg_advisory_xact_lock(hashtextextended('card ' || of_company || ' ' || hashes[1], 0));
  select card_id into known from card_identity where company_id = of_company and hash = any (hashes) for key share;
  if known is not null then return known; end if;
  if cardinality(hashes) < (select max(generation) from key_root where current_at is not null) then
    raise exception 'the program does not have the newest root secret yet';
  end if;
  -- A payment that began before ids were random.
  if proposed = hashes[1] and not is_stored and exists (select from random_card_ids where begun_at is not null) then
    given := encode(substring(sha256(convert_to(gen_random_uuid()::text, 'UTF8')) for 20), 'base64');
  end if;
  insert into card_identity (company_id, hash, key_generation, card_id, derived)
  values (of_company, hashes[writing], writing, given, given = hashes[1]);
  return given;
end
$$;

-- The same for a stored card, by the id that it had. `hashes`: of a card of that id, where the id is the first link.
create function hold_card(of_company integer, hashes text[], writing integer, known text) returns text
language plpgsql as $$
begin
  perform from card_identity where company_id = of_company and card_id = known for key share;
  if found then return known; end if;
  return claim_card(of_company, hashes, writing, known, true);
end
$$;

select enable_tenant_isolation('card_identity');
grant select, insert, update, delete on card_identity to countinghouse_app;
grant select, update (begun_at, done_at, position) on random_card_ids to countinghouse_app;

-- Whether the program takes ids of cards from card_identity; null: of before.
alter table key_program add column has_card_ids boolean;
