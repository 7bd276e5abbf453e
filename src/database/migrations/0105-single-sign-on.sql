-- Single sign-on of companies by OpenID Connect (docs/domain.md#single-sign-on).

create table sso_provider (
  company_id integer primary key references organisation (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed with a key derived from the master key.
  sealed_secret bytea not null,
  -- Users of the verified domains cannot sign in with a password.
  is_required boolean not null default false,
  -- Of issuer, client id and secret. A test before it does not count.
  changed_at timestamptz not null,
  version integer not null
);
select enable_tenant_isolation('sso_provider');

-- Read by the domain of an email before the company is known, so without row-level security (docs/decisions/0112).
create table sso_domain (
  company_id integer not null references organisation (id) on delete cascade,
  domain text not null,
  -- Expected in the domain's TXT record.
  token text not null,
  verified_at timestamptz,
  primary key (company_id, domain)
);
-- A verified domain belongs to one company.
create unique index sso_domain_verified on sso_domain (domain) where verified_at is not null;

create table sso_mapping (
  company_id integer not null references sso_provider (company_id) on delete cascade,
  rule_id uuid not null,
  claim text not null,
  value text not null,
  role_id text not null references role (role_id) on delete cascade,
  organisation_id integer not null references organisation (id) on delete cascade,
  -- Whose rights limit the rule, also at each sign-in.
  made_by uuid not null,
  primary key (company_id, rule_id),
  unique (company_id, claim, value, role_id, organisation_id)
);
create index sso_mapping_role on sso_mapping (role_id);
create index sso_mapping_organisation on sso_mapping (organisation_id);
select enable_tenant_isolation('sso_mapping');

-- The last test sign-in of an administrator.
create table sso_test (
  company_id integer not null references sso_provider (company_id) on delete cascade,
  user_id uuid not null references app_user (user_id) on delete cascade,
  at timestamptz not null,
  problem text,
  result jsonb not null,
  primary key (company_id, user_id)
);
create index sso_test_user on sso_test (user_id);
select enable_tenant_isolation('sso_test');
grant select, insert, update, delete on sso_provider, sso_domain, sso_mapping, sso_test to countinghouse_app;
