-- Bulk work (docs/domain.md#bulk-work, docs/decisions/0167): one action that a user has confirmed for many payments or links.
-- A job is the user's and can span companies, its items are the companies'.
create table bulk_job (
  job_id uuid primary key,
  user_id uuid not null,
  action text not null check (action in ('REFUND', 'CAPTURE', 'CANCEL', 'RESEND_EVENTS', 'CANCEL_LINKS')),
  requested_from text not null,
  created_at timestamptz not null,
  items integer not null check (items between 1 and 200)
);
create index bulk_job_user on bulk_job (user_id, created_at desc);
create index bulk_job_age on bulk_job (created_at);
grant select, insert, delete on bulk_job to countinghouse_app;

-- One request of the same endpoint as a single action. Its idempotency key is made of job, position and attempt.
create table bulk_item (
  company_id integer not null,
  job_id uuid not null,
  position integer not null,
  -- The transaction or the link.
  object_id text not null,
  installation_id integer not null,
  merch_ref text,
  amount_minor bigint,
  currency text,
  endpoint text not null,
  -- Path and body as confirmed.
  request jsonb not null,
  attempt integer not null default 1,
  state text not null check (state in
    ('WAITING', 'RUNNING', 'DONE', 'PROCESSING', 'PENDING_APPROVAL', 'FAILED', 'UNKNOWN', 'STOPPED')),
  -- Since then the attempt waits.
  queued_at timestamptz not null,
  -- A worker that leases it pushes this out, so that another takes it over if the first one dies.
  run_at timestamptz,
  code text,
  -- The follow-up, and the request that waits for a second person.
  result_id text,
  approval_id uuid,
  ended_at timestamptz,
  primary key (company_id, job_id, position),
  check ((state in ('WAITING', 'RUNNING')) = (run_at is not null))
);
create index bulk_item_job on bulk_item (job_id, position);
create index bulk_item_due on bulk_item (run_at) where run_at is not null;
grant select, insert, update, delete on bulk_item to countinghouse_app;
select enable_tenant_isolation('bulk_item');

-- The events of a transaction are sent again.
create index webhook_delivery_object on webhook_delivery (company_id, object_id) where object_id is not null;
