-- Rules and territory rules, their versions, and what they decided (docs/domain.md#fraud-rules).

create sequence fraud_rule_id as integer start 1000;
grant usage on sequence fraud_rule_id to countinghouse_app;

create table fraud_rule (
  company_id integer not null,
  rule_id integer not null default nextval('fraud_rule_id'),
  organisation_id integer not null references organisation (id),
  rule_type text not null check (rule_type in ('rule', 'territoryRule')),
  name text not null,
  description text not null,
  action text not null check (action in ('Accept', 'Block', 'Defer', 'TerritoryBlock', 'TerritoryDefer', 'Ignore')),
  active boolean not null,
  hidden boolean not null default false,
  merchant_ids integer[] not null,
  installation_ids integer[] not null,
  -- The rule as the screens send it: conditions or territories, deferral, action to test.
  definition jsonb not null,
  -- Lists that its conditions refer to.
  list_ids integer[] not null default '{}',
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  last_updated_by text not null,
  last_updated_at timestamptz not null,
  last_action text not null check (last_action in ('CREATE', 'UPDATE', 'ACTIVATE', 'DEACTIVATE', 'DELETE')),
  primary key (company_id, rule_id)
);
create index fraud_rule_organisation on fraud_rule (organisation_id);
create index fraud_rule_merchants on fraud_rule using gin (merchant_ids) where active and not hidden;
create index fraud_rule_lists on fraud_rule using gin (list_ids) where not hidden;

-- Every save, the current one included.
create table fraud_rule_version (
  company_id integer not null,
  rule_id integer not null,
  version integer not null,
  action text not null,
  active boolean not null,
  rule jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references fraud_rule
);

-- Raised in the transaction of each change of an active rule. A process whose compiled rules have another version reads
-- them again before it decides.
create table fraud_rule_set (
  company_id integer primary key,
  version bigint not null
);

-- The result of each evaluation: overall action, triggered rules, versions, and the values that were compared.
create table fraud_decision (
  company_id integer not null,
  txn_id bigint not null,
  decided_at timestamptz not null,
  overall_action text not null,
  is_service_available boolean not null,
  rule_set_version bigint,
  result jsonb not null,
  facts jsonb,
  primary key (company_id, txn_id)
);

-- An attempt as velocity conditions count it, once for each of its keys: a keyed hash of company, field and value.
create table velocity_key (
  company_id integer not null,
  key bigint not null,
  at timestamptz not null,
  txn_id bigint not null,
  branch_id integer,
  merchant_id integer not null,
  installation_id integer not null,
  is_payout boolean not null,
  ccy_code text not null,
  amount_minor bigint not null
);
create index velocity_key_time on velocity_key (company_id, key, at desc)
  include (txn_id, branch_id, merchant_id, installation_id, is_payout, ccy_code, amount_minor);
-- Old attempts are deleted by time.
create index velocity_key_age on velocity_key using brin (at);

-- The hashes of an attempt's values, by field, for morphing: {"customerEmail": -123}.
create table velocity_attempt (
  company_id integer not null,
  txn_id bigint not null,
  at timestamptz not null,
  hashes jsonb not null,
  primary key (company_id, txn_id)
);
create index velocity_attempt_age on velocity_attempt using brin (at);

-- A score at or above it blocks; null: no limit.
alter table installation add column fraud_guard_threshold integer check (fraud_guard_threshold between 1 and 100);

select enable_tenant_isolation('fraud_rule');
select enable_tenant_isolation('fraud_rule_version');
select enable_tenant_isolation('fraud_rule_set');
select enable_tenant_isolation('fraud_decision');
select enable_tenant_isolation('velocity_key');
select enable_tenant_isolation('velocity_attempt');
grant select, insert, update, delete on fraud_rule, fraud_rule_version, fraud_rule_set, fraud_decision, velocity_key, velocity_attempt
  to countinghouse_app;
