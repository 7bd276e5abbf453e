-- Investigations of related transactions, with notes, files and an outcome (docs/domain.md#cases).

create table fraud_case (
  company_id integer not null,
  case_id bigint generated always as identity,
  -- Raised by a change of owner or status.
  version integer not null default 1,
  -- The merchant and the transaction that the case was opened from.
  merchant_id integer not null,
  txn_id bigint not null,
  status text not null check (status in ('OPEN', 'CLOSED')),
  outcome text check (outcome in ('FRAUD', 'FRIENDLY', 'GENUINE')),
  -- The user who works on it, with the name at that time.
  owner_id text,
  owner_name text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (company_id, case_id),
  check ((status = 'CLOSED') = (outcome is not null and closed_at is not null)),
  check ((owner_id is null) = (owner_name is null))
);
-- Two requests open one case.
create unique index fraud_case_open on fraud_case (company_id, txn_id) where status = 'OPEN';

-- The transactions of a case. A transaction may be in several.
create table fraud_case_transaction (
  company_id integer not null,
  case_id bigint not null,
  txn_id bigint not null,
  -- What it shares with the first one.
  reason text not null check (reason in ('OPENED', 'CARD', 'CUSTOMER', 'ADDRESS', 'ADDED')),
  added_at timestamptz not null,
  -- Copied from the transaction, so that a search reads no other table.
  merchant_id integer not null,
  transaction_time timestamptz not null,
  customer_email text collate "C",
  customer_name text,
  amount numeric(18, 4) not null,
  ccy_code text collate "C" not null,
  primary key (company_id, case_id, txn_id),
  foreign key (company_id, case_id) references fraud_case
);
create index fraud_case_transaction_id on fraud_case_transaction (company_id, txn_id);
-- A search by a part of an email address reads only this index, within its dates.
create index fraud_case_transaction_email on fraud_case_transaction (company_id, transaction_time)
  include (customer_email, case_id, merchant_id, txn_id) where customer_email is not null;

-- What happened to a case, in order, its notes included.
create table fraud_case_event (
  company_id integer not null,
  case_id bigint not null,
  event_id bigint generated always as identity,
  at timestamptz not null,
  actor_id text not null,
  actor_name text not null,
  kind text not null check (kind in ('OPENED', 'COLLECTED', 'ADDED', 'NOTE', 'FILE_ADDED', 'FILE_REMOVED', 'ASSIGNED', 'UNASSIGNED',
    'CLOSED', 'LISTED', 'REOPENED')),
  note text check (char_length(note) <= 2000),
  -- A transaction, a number of transactions, a file, an owner, an outcome, or a value and its list.
  detail jsonb not null default '{}',
  primary key (company_id, case_id, event_id),
  foreign key (company_id, case_id) references fraud_case
);

create table fraud_case_file (
  company_id integer not null,
  case_id bigint not null,
  file_id bigint generated always as identity,
  name text not null check (char_length(name) <= 120),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf')),
  size integer not null check (size between 1 and 5242880),
  added_at timestamptz not null,
  added_by text not null,
  body bytea not null check (octet_length(body) = size),
  primary key (company_id, case_id, file_id),
  foreign key (company_id, case_id) references fraud_case
);
-- Images and documents are compressed already.
alter table fraud_case_file alter column body set storage external;

select enable_tenant_isolation('fraud_case');
select enable_tenant_isolation('fraud_case_transaction');
select enable_tenant_isolation('fraud_case_event');
select enable_tenant_isolation('fraud_case_file');
grant select, insert, update on fraud_case to countinghouse_app;
grant select, insert on fraud_case_transaction, fraud_case_event to countinghouse_app;
grant select, insert, delete on fraud_case_file to countinghouse_app;
