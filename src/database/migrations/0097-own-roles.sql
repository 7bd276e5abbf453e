-- Roles that a company makes itself (docs/domain.md#own-roles). Roles without a company are the standard ones.

alter table role
  add column company_id integer,
  add column version integer not null default 1;
create unique index role_name on role (company_id, lower(name)) where company_id is not null;
create index role_grant_role on role_grant (role_id, organisation_id);

alter table role enable row level security;
-- Standard roles are visible to every company, and no company changes them.
create policy own_and_standard on role to countinghouse_app using (
  company_id is null
  or (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ',')::integer[])::integer[]
  )
) with check (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ',')::integer[])::integer[]
  )
);
create policy standard_stays on role as restrictive for delete to countinghouse_app
  using (company_id is not null);
grant select, insert, update, delete on role to countinghouse_app;
grant select, insert, delete on role_permission to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_ROLES' from role where role_id = 'administrator'
on conflict do nothing;
