-- Groups of an identity provider, and the roles that their members get (docs/domain.md#provisioned-groups).

create table scim_group (
  company_id integer not null references scim_company (company_id) on delete cascade,
  group_id uuid not null unique,
  display_name text not null,
  -- Compared without regard to case.
  display_name_key text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (company_id, group_id)
);
create unique index scim_group_name on scim_group (company_id, display_name_key);
create index scim_group_listed on scim_group (company_id, created_at, group_id);

create table scim_group_member (
  company_id integer not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references scim_group (company_id, group_id) on delete cascade,
  foreign key (company_id, user_id) references scim_user (company_id, user_id) on delete cascade
);
create index scim_group_member_user on scim_group_member (company_id, user_id);

-- The roles that a group gives, each on an organisation with cascade.
create table scim_group_role (
  company_id integer not null,
  group_id uuid not null,
  role_id text not null references role (role_id) on delete cascade,
  organisation_id integer not null references organisation (id) on delete cascade,
  primary key (company_id, group_id, role_id, organisation_id),
  foreign key (company_id, group_id) references scim_group (company_id, group_id) on delete cascade
);
create index scim_group_role_role on scim_group_role (role_id);

-- The grants that exist because of a group. A grant that a person gave is not among them, and a group never takes it.
create table scim_grant (
  company_id integer not null,
  user_id uuid not null,
  role_id text not null,
  organisation_id integer not null,
  primary key (company_id, user_id, role_id, organisation_id),
  foreign key (user_id, role_id, organisation_id)
    references role_grant (user_id, role_id, organisation_id) on delete cascade
);
create index scim_grant_grant on scim_grant (user_id, role_id, organisation_id);

select enable_tenant_isolation('scim_group');
select enable_tenant_isolation('scim_group_member');
select enable_tenant_isolation('scim_group_role');
select enable_tenant_isolation('scim_grant');
grant select, insert, update, delete on scim_group, scim_group_member, scim_group_role, scim_grant to countinghouse_app;
