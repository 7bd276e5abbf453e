-- Which release each running program is of: a migration that removes something waits until none uses it (docs/running.md#upgrades).
-- Null: of a time when programs did not report it.
alter table key_program add column version text;

-- How far a migration that fills rows in batches has come: the key of the last row.
create table migration_progress (
  name text primary key,
  after bigint not null
);
