-- Second approvals of a company (docs/domain.md#approvals), and the permission P_APPROVE.

create table approval_policy (
  company_id integer primary key references organisation (id) on delete cascade,
  -- Whether calls by API keys that need approval are refused. Keys are exempt otherwise.
  includes_keys boolean not null,
  version integer not null
);

create table approval_rule (
  company_id integer not null references approval_policy (company_id) on delete cascade,
  action text not null check (action in ('refund', 'payout', 'activateRule', 'grantRole')),
  -- From this amount on, and in every other currency; null: always.
  from_minor bigint check (from_minor >= 0),
  from_currency text,
  hours integer not null check (hours between 1 and 168),
  primary key (company_id, action),
  check ((from_minor is null) = (from_currency is null))
);

create table approval_request (
  company_id integer not null,
  approval_id uuid not null,
  action text not null check (action in ('refund', 'payout', 'activateRule', 'grantRole', 'changePolicy')),
  -- The endpoint, and its request sealed with a key derived from the master key.
  endpoint text not null,
  sealed_request bytea not null,
  request_hash bytea not null,
  -- Where an approver needs P_APPROVE: the merchant of a transaction, or the organisation of a rule or user.
  organisation_id integer not null references organisation (id) on delete cascade,
  amount_minor bigint,
  currency text,
  object_id text,
  object_name text,
  state text not null check (state in ('PENDING', 'APPROVED', 'SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_from text not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  comment text,
  -- APPROVED: when the job runs the request, if the process of the approver has not.
  run_at timestamptz,
  -- FAILED: the reason code.
  result_code text,
  primary key (company_id, approval_id),
  check ((amount_minor is null) = (currency is null)),
  check ((state = 'APPROVED') = (run_at is not null))
);
-- The same request is asked for once.
create unique index approval_request_pending on approval_request (company_id, asked_by, request_hash)
  where state = 'PENDING';
create index approval_request_hash on approval_request (company_id, asked_by, request_hash, asked_at desc);
create index approval_request_newest on approval_request (company_id, asked_at desc, approval_id desc);
create index approval_request_waiting on approval_request (company_id, asked_at desc, approval_id desc)
  where state = 'PENDING';
create index approval_request_end on approval_request (ends_at) where state = 'PENDING';
create index approval_request_run on approval_request (run_at) where state = 'APPROVED';

select enable_tenant_isolation('approval_policy');
select enable_tenant_isolation('approval_rule');
select enable_tenant_isolation('approval_request');
grant select, insert, update, delete on approval_policy, approval_rule to countinghouse_app;
grant select, insert, update on approval_request to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, 'P_APPROVE' from role where role_id = 'administrator'
on conflict do nothing;
