-- Lists of values that block or allow payments, or that rules refer to (docs/domain.md#fraud-lists).

create sequence fraud_list_id as integer start 1000;
grant usage on sequence fraud_list_id to countinghouse_app;

create table fraud_list (
  company_id integer not null,
  list_id integer not null default nextval('fraud_list_id'),
  organisation_id integer not null references organisation (id),
  kind text not null check (kind in ('PARAMETER', 'NEGATIVE', 'POSITIVE')),
  name text not null,
  description text not null check (char_length(description) <= 255),
  data_field text not null,
  active boolean not null,
  hidden boolean not null default false,
  hot_list boolean not null default false,
  item_count integer not null default 0 check (item_count >= 0),
  -- Entries of its history.
  history_count integer not null default 0,
  -- Raised by every change of the list or of its items. A payment stores the version that it was compared with.
  version bigint not null default 1,
  -- Lengths of its values in UTF-16 units, for operators that look for a part of a value. A length stays when its last
  -- value goes.
  value_lengths integer[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null,
  last_updated_by text not null,
  last_updated_at timestamptz not null,
  last_action text not null,
  primary key (company_id, list_id)
);
-- A company has one block list and one allow list a field.
create unique index fraud_list_standard on fraud_list (company_id, kind, data_field) where kind <> 'PARAMETER';
create index fraud_list_organisation on fraud_list (organisation_id);

create table fraud_list_item (
  company_id integer not null,
  list_id integer not null,
  item_id bigint generated always as identity,
  -- As entered; of a card list its correlation id.
  value text not null,
  -- The form in which values are compared (docs/domain.md#fraud-fields). Byte order: searches for a beginning use the index.
  match_value text collate "C" not null,
  source text collate "C" not null,
  added_at timestamptz not null,
  expiry_date date,
  masked_pan text collate "C",
  card_issuer_name text,
  card_brand text,
  card_scheme text,
  card_usage_type text,
  card_issuer_country_code text,
  primary key (company_id, item_id),
  foreign key (company_id, list_id) references fraud_list
);
-- One index for each order of the editor, so that a page of a million values is read without sorting. All have the item's id
-- last and are read in both directions.
create unique index fraud_list_item_value on fraud_list_item (company_id, list_id, match_value)
  include (expiry_date, item_id);
create index fraud_list_item_added on fraud_list_item (company_id, list_id, added_at, item_id);
create index fraud_list_item_source on fraud_list_item (company_id, list_id, source, item_id);
create index fraud_list_item_expiry on fraud_list_item (company_id, list_id, expiry_date, item_id);
create index fraud_list_item_card on fraud_list_item (company_id, list_id, masked_pan, item_id)
  where masked_pan is not null;

create table fraud_list_history (
  company_id integer not null,
  list_id integer not null,
  entry_id bigint generated always as identity,
  action text not null check (action in ('CREATE', 'ACTIVATE', 'DEACTIVATE', 'UPDATE', 'ADD_ITEM', 'REMOVE_ITEM', 'UPDATE_ITEM',
    'HOTLIST_ENABLE', 'HOTLIST_DISABLE')),
  value text,
  -- The compared form, for searches.
  match_value text collate "C",
  masked_pan text,
  source text collate "C",
  changed_by text collate "C" not null,
  changed_at timestamptz not null,
  expiry_date date,
  primary key (company_id, entry_id),
  foreign key (company_id, list_id) references fraud_list
);
-- The orders of the history, as those of the editor.
create index fraud_list_history_time on fraud_list_history (company_id, list_id, changed_at, entry_id);
create index fraud_list_history_value on fraud_list_history (company_id, list_id, match_value, entry_id) include (changed_at);
create index fraud_list_history_source on fraud_list_history (company_id, list_id, source, entry_id) include (changed_at);
create index fraud_list_history_user on fraud_list_history (company_id, list_id, changed_by, entry_id) include (changed_at);
create index fraud_list_history_expiry on fraud_list_history (company_id, list_id, expiry_date, entry_id) include (changed_at);

-- Which blocked values of a payment bring which others of it onto the block lists (docs/domain.md#auto-add).
create table fraud_auto_add (
  company_id integer primary key,
  source_types text[] not null,
  target_types text[] not null,
  active boolean not null,
  -- Null: the added values expire with the item that matched.
  expiry_value integer check (expiry_value > 0),
  expiry_periodicity text check (expiry_periodicity in ('DAYS', 'WEEKS', 'MONTHS', 'YEARS')),
  version integer not null default 1,
  updated_at timestamptz not null,
  check ((expiry_value is null) = (expiry_periodicity is null))
);

select enable_tenant_isolation('fraud_list');
select enable_tenant_isolation('fraud_list_item');
select enable_tenant_isolation('fraud_list_history');
select enable_tenant_isolation('fraud_auto_add');
grant select, insert, update, delete on fraud_list, fraud_list_item, fraud_list_history, fraud_auto_add to countinghouse_app;

-- The block list and the allow list of each field, for the companies that exist. New companies get theirs from
-- create-standard-lists.ts.
insert into fraud_list (company_id, organisation_id, kind, name, description, data_field, active, created_by, created_at,
                        last_updated_by, last_updated_at, last_action)
select o.id, o.id, kind.kind, kind.name || ': ' || field.name, '', field.data_field, true, 'system', now(), 'system', now(), 'CREATE'
from organisation o,
  (values ('NEGATIVE', 'Block list'), ('POSITIVE', 'Allow list')) as kind (kind, name),
  (values ('cardCorrelationId', 'card'), ('customerEmail', 'email'), ('customerIpAddress', 'IP address'),
          ('customerTelephone', 'phone'), ('billingPostcode', 'billing postcode'),
          ('normalisedAddress', 'billing address')) as field (data_field, name)
where o.id = o.company_id;
