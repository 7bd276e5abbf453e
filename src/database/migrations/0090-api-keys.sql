-- API keys with a name, permissions, an expiry, and secrets that overlap at a rotation (docs/domain.md#api-keys).

alter table api_credential
  add column name text,
  -- What the key may do on its installations.
  add column permissions text[] not null default '{}',
  add column expires_at timestamptz,
  -- The addresses that may use the key; empty: every address.
  add column ip_ranges cidr[] not null default '{}',
  add column version integer not null default 1,
  add column created_at timestamptz,
  -- The user; null: the key came with the installation.
  add column created_by uuid,
  add column revoked_at timestamptz,
  -- The Idempotency-Key of the request that created the key, and a hash of its body.
  add column request_key text,
  add column request_hash bytea,
  -- Read by copies of the previous version only; new keys have none.
  alter column key_hash drop not null;

-- Existing keys keep the rights that every key had.
update api_credential set
  name = api_id,
  permissions = array['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL', 'P_REFUND_TRANSACTION',
    'P_CAPTURE_TRANSACTION', 'P_CANCEL_TRANSACTION', 'P_REPEAT_TRANSACTION', 'P_NEW_PAYMENT', 'P_NEW_PAYOUT',
    'P_CREATE_SMART_LINK', 'P_VIEW_INSTALLATION', 'P_VIEW_SCHEDULE', 'P_MANAGE_SCHEDULE'],
  created_at = now(),
  revoked_at = case when active then null else now() end;
alter table api_credential
  alter column name set not null,
  alter column created_at set not null,
  add constraint api_credential_revoked check (active = (revoked_at is null));
create index api_credential_names on api_credential (company_id, active desc, lower(name), api_id);
create unique index api_credential_request on api_credential (created_by, request_key);
create index api_credential_installation_keys on api_credential_installation (installation_id, api_id);

-- The secrets of a key: the current one, and during a rotation the previous one.
create table api_secret (
  api_id text not null references api_credential (api_id) on delete cascade,
  secret_id bigint generated always as identity,
  key_hash bytea not null,
  -- The last four characters, by which people recognise a secret.
  suffix text,
  created_at timestamptz not null,
  created_by uuid,
  -- When the secret stops; null: with its key.
  ends_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  request_key text,
  request_hash bytea,
  primary key (api_id, secret_id)
) with (fillfactor = 80);
create unique index api_secret_request on api_secret (api_id, created_by, request_key);
insert into api_secret (api_id, key_hash, created_at)
select api_id, key_hash, created_at from api_credential where active;
grant select, insert, update on api_secret to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_API_KEYS' from role where role_id = 'administrator'
on conflict do nothing;
insert into role (role_id, name, description, tags)
select 'developer', 'Developer', 'Sees installations, manages API keys', '{Administration}'
from role where role_id = 'administrator'
on conflict do nothing;
insert into role_permission (role_id, permission)
select role_id, unnest(array['P_VIEW_INSTALLATION', 'P_MANAGE_API_KEYS']) from role where role_id = 'developer'
on conflict do nothing;
