-- One card of two companies has two fingerprints: steps that need the keys run once, at the program's start.
create table upgrade_step (
  name text primary key,
  at timestamptz not null default now()
);
