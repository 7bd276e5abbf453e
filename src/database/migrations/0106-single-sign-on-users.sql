-- Users of single sign-on and what the mapping granted them (docs/domain.md#single-sign-on).

create table sso_identity (
  company_id integer not null references organisation (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user (user_id) on delete cascade,
  -- The sign-in created the user, so the grants of the mapping follow each sign-in.
  is_created boolean not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (company_id, issuer, subject),
  unique (user_id, company_id, issuer)
);
select enable_tenant_isolation('sso_identity');

-- Grants that the mapping made. Others of the user stay when the mapping changes.
create table sso_grant (
  company_id integer not null references organisation (id) on delete cascade,
  user_id uuid not null references app_user (user_id) on delete cascade,
  role_id text not null references role (role_id) on delete cascade,
  organisation_id integer not null references organisation (id) on delete cascade,
  primary key (company_id, user_id, role_id, organisation_id)
);
create index sso_grant_user on sso_grant (user_id);
create index sso_grant_role on sso_grant (role_id);
create index sso_grant_organisation on sso_grant (organisation_id);
select enable_tenant_isolation('sso_grant');

-- A started sign-in ends once. Its cookie expires with the row.
create table sso_used_state (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index sso_used_state_expiry on sso_used_state (expires_at);
grant select, insert, update, delete on sso_identity, sso_grant, sso_used_state to countinghouse_app;
