-- The audit has the origin and the change, is sealed line by line, and shows to its own company only; feedback.

-- Numbers lines in the order they are written. The transaction takes its id before the number: the
-- sealing job may then wait for every transaction that can still hold a smaller number (docs/decisions/0066).
create sequence audit_event_seq;
grant usage, select on sequence audit_event_seq to countinghouse_app;

alter table audit_event drop constraint audit_event_pkey, drop column event_id;
alter table audit_event
  add column seq bigint not null
    default case when pg_current_xact_id() is not null then nextval('audit_event_seq') end,
  add column organisation_id integer,
  add column user_agent text,
  add column refused boolean not null default false,
  add column before jsonb,
  add column after jsonb,
  add primary key (seq);
alter sequence audit_event_seq owned by audit_event.seq;
update audit_event set refused = true where outcome like 'refused%' or outcome ~ '^[ADELV][0-9]{3}$';

-- One index a way of asking; newest first within each.
drop index audit_event_at, audit_event_object, audit_event_actor;
create index audit_event_company on audit_event (company_id, at desc, seq desc);
create index audit_event_organisation on audit_event (organisation_id, at desc, seq desc);
create index audit_event_act on audit_event (company_id, act, at desc, seq desc);
create index audit_event_refused on audit_event (company_id, at desc, seq desc) where refused;
create index audit_event_object on audit_event (object_kind, object_id, at desc, seq desc);
create index audit_event_actor on audit_event (actor, at desc, seq desc);

-- Lines above all companies (company_id null) show to those who name company 0.
alter table audit_event enable row level security;
create policy anybody_adds on audit_event for insert to countinghouse_app with check (true);
create policy own_companies on audit_event for select to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or coalesce(company_id, 0) = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);

-- A batch of sealed lines: which they are, a keyed hash of each, and a keyed hash over both and the batch before.
create table audit_seal (
  batch bigint primary key,
  -- The batch speaks for every number above the last batch's and up to this one.
  last_seq bigint not null unique,
  line_seqs bigint[] not null,
  line_hashes bytea not null,
  sealed_at timestamptz not null,
  seal bytea not null
);
grant select, insert on audit_seal to countinghouse_app;

-- Who may do everything may see what was done.
insert into role_permission (role_id, permission)
select role_id, 'P_VIEW_AUDIT' from role where role_id = 'administrator'
on conflict do nothing;

create table feedback (
  feedback_id uuid primary key,
  company_id integer,
  organisation_id integer not null references organisation (id),
  user_id uuid not null,
  type text not null,
  message text not null,
  browser_info jsonb not null,
  created_at timestamptz not null
);
create index feedback_company on feedback (company_id, created_at desc);
alter table feedback enable row level security;
create policy anybody_adds on feedback for insert to countinghouse_app with check (true);
create policy own_companies on feedback for select to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);
grant select, insert on feedback to countinghouse_app;
