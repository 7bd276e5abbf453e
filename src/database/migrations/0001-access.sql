-- Who may come in: organisation tree, features, users, roles, grants, sessions, API credentials, audit.

create table organisation (
  id integer primary key,
  -- The GROUP this organisation belongs to, the unit of tenancy; null above groups (DOMAIN).
  company_id integer,
  type text not null check (type in ('GROUP', 'DOMAIN', 'BRANCH', 'MERCHANT', 'INSTALLATION')),
  name text not null,
  parent_id integer references organisation (id),
  -- '/1000/1100/1111', ending in the own id; byte order so that a subtree is an index range.
  path text collate "C" not null unique
);
create index organisation_company on organisation (company_id, type);
create index organisation_parent on organisation (parent_id);

create table organisation_feature (
  organisation_id integer not null references organisation (id),
  feature text not null,
  primary key (organisation_id, feature)
);

create table installation (
  installation_id integer primary key references organisation (id),
  company_id integer not null,
  merchant_id integer not null references organisation (id),
  mcc text not null,
  currencies text[] not null,
  sales_channel text not null default 'WEB',
  supports_recurring boolean not null default true,
  supports_instalments boolean not null default true,
  acquirer text not null default 'Example Acquirer',
  route text not null default 'GATEWAY'
);

create table app_user (
  user_id uuid primary key,
  organisation_id integer not null references organisation (id),
  user_name text not null,
  -- Compared case-insensitively: people type their e-mail as they like.
  user_name_key text not null unique,
  given_name text not null,
  family_name text not null,
  domain_user boolean not null default false,
  active boolean not null default true,
  password_hash text,
  password_changed_at timestamptz,
  locked_reason text,
  locked_until timestamptz,
  last_logon_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  -- Raised with every change of roles or grants: cached permissions carry it and fall with it.
  access_version integer not null default 1
);
create index app_user_organisation on app_user (organisation_id);

create table role (
  role_id text primary key,
  name text not null,
  description text not null,
  tags text[] not null default '{}'
);

create table role_permission (
  role_id text not null references role (role_id),
  permission text not null,
  primary key (role_id, permission)
);

create table role_grant (
  user_id uuid not null references app_user (user_id) on delete cascade,
  role_id text not null references role (role_id),
  organisation_id integer not null references organisation (id),
  cascade boolean not null default true,
  primary key (user_id, role_id, organisation_id)
);

create table user_session (
  token_hash bytea primary key,
  user_id uuid not null references app_user (user_id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index user_session_user on user_session (user_id);
create index user_session_expiry on user_session (expires_at);

-- Counters of attempts, shared by every process (docs/domain.md#limits).
create table throttle (
  key text primary key,
  attempts integer not null,
  resets_at timestamptz not null
);

-- The first administrator of a production start comes in by a one-time link.
create table one_time_token (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references app_user (user_id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table api_credential (
  api_id text primary key,
  company_id integer not null,
  key_hash bytea not null,
  active boolean not null default true
);

create table api_credential_installation (
  api_id text not null references api_credential (api_id) on delete cascade,
  installation_id integer not null references installation (installation_id),
  primary key (api_id, installation_id)
);

-- Every act of a person or an API key, allowed or refused. Never changed, never deleted.
create table audit_event (
  event_id uuid primary key,
  at timestamptz not null,
  company_id integer,
  actor_kind text not null,
  actor text not null,
  ip text not null,
  act text not null,
  object_kind text,
  object_id text,
  outcome text not null,
  detail jsonb,
  request_id text not null
);
create index audit_event_at on audit_event (at desc);
create index audit_event_object on audit_event (object_kind, object_id, at desc);
create index audit_event_actor on audit_event (actor, at desc);
