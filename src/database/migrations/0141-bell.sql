-- When a user has last read what concerns them (docs/domain.md#jobs-and-bell). Its entries are read from jobs, approvals and cases.
create table bell_seen (
  user_id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update on bell_seen to countinghouse_app;
create index approval_request_requester on approval_request (requested_by, requested_at desc);
create index fraud_case_owner on fraud_case (owner_id, company_id) where owner_id is not null;
