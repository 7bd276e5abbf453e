-- Root secrets, sealed under one master key or two, and the programs that use them (docs/decisions/0250).

-- A master key by its id, which reveals nothing of it.
create table master_key (
  key_id text primary key,
  -- The address of the key service that wrapped it, and what the service returned; null for a key that the operator keeps.
  service text,
  wrapped bytea,
  added_at timestamptz not null,
  -- The operator; empty for the first start.
  added_by text not null,
  check ((service is null) = (wrapped is null))
);

create table key_root (
  generation integer primary key check (generation > 0),
  added_at timestamptz not null,
  added_by text not null,
  -- When it became the one that writes; null while programs only learn of it.
  current_at timestamptz,
  -- When no stored value was left of it alone; null: some are. Hashes that grow by a link for each generation need it still.
  retired_at timestamptz,
  -- When the stored values were last looked through.
  checked_at timestamptz
);

create table key_root_seal (
  generation integer not null references key_root,
  key_id text not null references master_key on delete cascade,
  sealed bytea not null,
  primary key (generation, key_id)
);

-- A program that runs reports every few seconds with which keys.
create table key_program (
  program_id uuid primary key,
  -- Host and process, for the operator.
  name text not null,
  key_id text not null,
  known_generation integer not null,
  writing_generation integer not null,
  login_generation integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

grant select on master_key, key_root, key_root_seal to countinghouse_app;
grant update (current_at, retired_at, checked_at) on key_root to countinghouse_app;
grant select, insert, update, delete on key_program to countinghouse_app;
