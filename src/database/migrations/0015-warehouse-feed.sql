-- What the warehouse is fed from: each transaction has the database transaction that changed it last, in an index, so that
-- the feed finds what is new in order, and needs no outbox that grows while no warehouse is there (docs/decisions/0020).
alter table txn add column changed_in bigint not null default (pg_current_xact_id()::text::bigint);
create index txn_changed on txn (changed_in, txn_id);

-- How far the warehouse has come, for the choice of a store; the warehouse keeps the same beside its rows.
create table warehouse_feed (
  shard integer primary key,
  -- Whose rows a warehouse holds: it is never fed from two databases.
  feed_id uuid not null default gen_random_uuid(),
  changed_in bigint not null default 0,
  txn_id bigint not null default 0,
  -- The warehouse has every change up to this moment; null while it is being filled.
  complete_until timestamptz,
  -- When the feed last had a good answer from the warehouse.
  told_at timestamptz,
  -- The one worker that feeds; another takes over when it is silent.
  holder uuid,
  held_until timestamptz
);
insert into warehouse_feed (shard) values (0);
grant select, update on warehouse_feed to countinghouse_app;
