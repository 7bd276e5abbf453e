-- Second factors of users (docs/domain.md#second-factors). They are read before a company is known, so they have no
-- row-level security (docs/decisions/0104). Every statement names the user.

create table second_factor (
  factor_id uuid primary key,
  user_id uuid not null references app_user (user_id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- Of an authenticator app: the shared secret, sealed with a key derived from the master key.
  sealed_secret bytea,
  -- The last time step whose code was accepted: a code works once.
  last_step bigint,
  -- Of a passkey.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (case kind when 'totp' then sealed_secret is not null
         else credential_id is not null and public_key is not null and counter is not null end)
);
create index second_factor_user on second_factor (user_id, created_at);
create unique index second_factor_one_app on second_factor (user_id) where kind = 'totp';

-- Recovery codes, as a keyed hash. A used one stays until the codes are renewed.
create table recovery_code (
  user_id uuid not null references app_user (user_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers in which sign-in skips the second factor until the end.
create table trusted_device (
  device_id uuid primary key,
  user_id uuid not null references app_user (user_id) on delete cascade,
  device_hash bytea not null,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, device_hash)
);
create index trusted_device_expiry on trusted_device (expires_at);

-- What a started sign-in or enrolment waits for. A row is deleted when it is used.
create table sign_in_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second-factor', 'enrol-totp', 'enrol-passkey', 'passkey-sign-in',
                                           'passkey-second-factor', 'passkey-step-up')),
  -- null: a sign-in with a passkey alone, whose user is not known yet.
  user_id uuid references app_user (user_id) on delete cascade,
  sealed_secret bytea,
  expires_at timestamptz not null
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);
create index sign_in_challenge_user on sign_in_challenge (user_id);

alter table user_session
  -- The last proof of the password or of a factor in this session, and which it was.
  add column confirmed_at timestamptz,
  add column confirmed_by text,
  -- The user must add a second factor before anything else.
  add column is_enrolling boolean not null default false;

grant select, insert, update, delete on second_factor, recovery_code, trusted_device, sign_in_challenge
  to countinghouse_app;
