-- Views of the transaction search (docs/domain.md#views, docs/decisions/0168): private, or shared with everybody at or below
-- the organisation for which they were saved.
create table transaction_view (
  company_id integer not null,
  view_id bigint not null generated always as identity (start with 101),
  organisation_id integer not null references organisation (id),
  owner_id uuid not null,
  owner_name text not null,
  name text not null check (length(name) between 1 and 80),
  -- The address of the search without its page, as text.
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  columns text[] not null check (cardinality(columns) between 1 and 60),
  is_shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, view_id)
);
create index transaction_view_owner on transaction_view (company_id, owner_id);
grant select, insert, update, delete on transaction_view to countinghouse_app;
select enable_tenant_isolation('transaction_view');

-- The views in a user's menu.
create table transaction_view_pin (
  company_id integer not null,
  user_id uuid not null,
  view_id bigint not null,
  pinned_at timestamptz not null,
  primary key (company_id, user_id, view_id),
  foreign key (company_id, view_id) references transaction_view (company_id, view_id) on delete cascade
);
create index transaction_view_pin_view on transaction_view_pin (company_id, view_id);
grant select, insert, delete on transaction_view_pin to countinghouse_app;
select enable_tenant_isolation('transaction_view_pin');
