-- Users are administered: when they were invited, changed and renamed, and who a deleted user was.

alter table app_user add column updated_at timestamptz;
update app_user set updated_at = created_at;
alter table app_user alter column updated_at set not null;
alter table app_user alter column updated_at set default now();
-- Of the latest invitation; it counts while there is no password.
alter table app_user add column invited_at timestamptz;
-- Set by a rename until its emails are queued.
alter table app_user add column former_user_name text;

-- Which product a role is for: each lists only its own.
alter table role add column application text not null default 'portal';

-- Names of people who are gone, so that the audit, which keeps ids, stays readable.
create table former_user (
  user_id uuid primary key,
  organisation_id integer not null,
  company_id integer,
  user_name text not null,
  given_name text not null,
  family_name text not null,
  deleted_at timestamptz not null,
  deleted_by uuid not null
);
grant select, insert on former_user to countinghouse_app;

-- Everybody there is or was.
create view known_user as
  select user_id, organisation_id, user_name, given_name, family_name, false as is_deleted from app_user
  union all
  select user_id, organisation_id, user_name, given_name, family_name, true from former_user;
grant select on known_user to countinghouse_app;
