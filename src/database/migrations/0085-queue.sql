-- Payments and payouts that a rule has deferred, until they are decided (docs/domain.md#deferral).

create table queue_task (
  company_id integer not null,
  task_id bigint generated always as identity,
  -- The deferred transaction.
  txn_id bigint not null,
  -- Raised by every change that a reviewer can see.
  version integer not null default 1,
  status text not null check (status in ('NEW', 'ON_HOLD', 'ACCEPTING', 'ACCEPT_FAILED', 'REJECTING', 'REJECT_FAILED',
    'FLUSHING', 'FLUSH_FAILED', 'ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')),
  -- The user name of a reviewer.
  assignee text collate "C",
  final_action text not null check (final_action in ('capture', 'decline')),
  -- The merchant itself asked for the deferral: an accept releases the transaction and moves no money.
  was_deferred_by_merchant boolean not null,
  opened_at timestamptz not null,
  decides_at timestamptz not null,
  -- When the worker looks at the task; null: it has nothing to do.
  look_at timestamptz,
  -- Attempts of the clock.
  attempts integer not null default 0,
  -- The capture or release that decides the task, and who requested it: a user name, or 'system' for the clock.
  follow_up_id bigint,
  follow_up_by text,
  -- Why the last attempt failed.
  reason_code text,
  decided_at timestamptz,
  decided_by text collate "C",
  -- Copied from the transaction, so that a search reads no other table.
  merchant_id integer not null,
  installation_id integer not null,
  category text not null check (category in ('PAYMENT', 'PAYOUT')),
  transaction_time timestamptz not null,
  amount numeric(18, 4) not null,
  ccy_code text collate "C" not null,
  customer_email text collate "C",
  customer_ip text collate "C",
  score smallint,
  issuer_country text collate "C",
  payment_source text collate "C",
  primary key (company_id, task_id)
) with (fillfactor = 80);
create unique index queue_task_transaction on queue_task (company_id, txn_id);
create index queue_task_due on queue_task (look_at) where look_at is not null;
-- The orders of the grid, which shows open tasks only.
create index queue_task_by_time on queue_task (company_id, transaction_time, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_amount on queue_task (company_id, amount, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_email on queue_task (company_id, customer_email, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_score on queue_task (company_id, score, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');
create index queue_task_by_assignee on queue_task (company_id, assignee, task_id)
  where status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED');

-- What happened to a task, in order.
create table queue_event (
  company_id integer not null,
  task_id bigint not null,
  event_id bigint generated always as identity,
  at timestamptz not null,
  -- A user name, or 'system'.
  actor text not null,
  kind text not null check (kind in ('OPENED', 'HELD', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'FLUSHED', 'ACCEPT_FAILED', 'REJECT_FAILED',
    'COMMENTED', 'ASSIGNED', 'UNASSIGNED')),
  comment text check (char_length(comment) <= 255),
  reason_code text,
  -- The new assignee of an assignment.
  assignee text,
  primary key (company_id, task_id, event_id),
  foreign key (company_id, task_id) references queue_task
);

select enable_tenant_isolation('queue_task');
select enable_tenant_isolation('queue_event');
grant select, insert, update on queue_task to countinghouse_app;
grant select, insert on queue_event to countinghouse_app;

alter table settlement_work drop constraint settlement_work_kind_check;
alter table settlement_work add constraint settlement_work_kind_check
  check (kind in ('SCHEDULE', 'NOTIFICATION', 'LINK', 'TASK'));
