-- Users that an identity provider creates over SCIM, and its tokens (docs/domain.md#provisioning).

-- One row for each company that has had a token. Changes over SCIM lock it, so that they come one after the other.
create table scim_company (
  company_id integer primary key references organisation (id) on delete cascade,
  -- Users without a password get an invitation once they have a role.
  send_invitations boolean not null,
  last_change_at timestamptz,
  version integer not null
);

create table scim_token (
  company_id integer not null references scim_company (company_id) on delete cascade,
  token_id text not null unique,
  name text not null,
  token_hash bytea not null,
  -- The last four characters, by which people recognise a token.
  suffix text not null,
  created_at timestamptz not null,
  -- The token gives no more rights than this user has at the time of a request. No reference: the user may be deleted.
  created_by uuid not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  -- The Idempotency-Key of the request that created the token, and a hash of its body.
  request_key text,
  request_hash bytea,
  primary key (company_id, token_id)
);
create unique index scim_token_request on scim_token (created_by, request_key);

create table scim_user (
  company_id integer not null references scim_company (company_id) on delete cascade,
  user_id uuid not null unique references app_user (user_id) on delete cascade,
  external_id text,
  display_name text,
  -- As the provider sent it; null: the user name.
  email text,
  locale text,
  time_zone text,
  -- The last values of the identity provider.
  active boolean not null,
  -- A new user who gets an invitation with the first role.
  awaits_invitation boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The identity provider has deleted the user, who stays here as an inactive user.
  deleted_at timestamptz,
  version integer not null,
  primary key (company_id, user_id)
);
create index scim_user_listed on scim_user (company_id, created_at, user_id) where deleted_at is null;
create index scim_user_invitation on scim_user (company_id, user_id) where awaits_invitation;
create index scim_user_external on scim_user (company_id, external_id) where deleted_at is null;

-- Refused requests, at most a hundred for each company. Repetitions are counted.
create table scim_refusal (
  company_id integer not null references scim_company (company_id) on delete cascade,
  refusal_id bigint generated always as identity,
  token_id text not null,
  -- The endpoint.
  act text not null,
  -- The id of the user or group; the name of a new one.
  object_id text not null,
  reason text not null,
  status integer not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (company_id, refusal_id)
);
create unique index scim_refusal_same on scim_refusal (company_id, token_id, act, object_id, reason);
create index scim_refusal_newest on scim_refusal (company_id, last_at desc, refusal_id desc);

select enable_tenant_isolation('scim_company');
select enable_tenant_isolation('scim_token');
select enable_tenant_isolation('scim_user');
select enable_tenant_isolation('scim_refusal');
grant select, insert, update on scim_company, scim_token, scim_user to countinghouse_app;
grant select, insert, update, delete on scim_refusal to countinghouse_app;
