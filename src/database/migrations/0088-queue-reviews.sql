-- Review mode: who reviews a task, and decisions that are held before they are sent (docs/domain.md#review-mode).

alter table queue_task
  add column claim_id uuid,
  -- The user name of the reviewer, until this time of the database's clock.
  add column claimed_by text,
  add column claimed_until timestamptz,
  -- The decision that is held for the task: no other reviewer can claim it.
  add column decision_id uuid;

-- Decisions of review mode, also those that were undone.
create table queue_decision (
  company_id integer not null,
  decision_id uuid not null,
  task_id bigint not null,
  -- The reviewer's session, whose decisions are counted.
  session_id uuid not null,
  decision text not null check (decision in ('ACCEPT', 'REJECT', 'HOLD')),
  -- SENT: performed. NOT_SENT: another decision came first. FAILED: the capture or release was refused.
  state text not null default 'HELD' check (state in ('HELD', 'SENT', 'NOT_SENT', 'UNDONE', 'FAILED')),
  -- The status that the reviewer saw. In another one the decision is not sent.
  task_status text not null,
  user_id uuid not null,
  user_name text not null,
  ip text not null,
  request_id text not null,
  held_at timestamptz not null default clock_timestamp(),
  send_at timestamptz not null,
  -- When a worker sends it; later while a worker has it.
  look_at timestamptz not null,
  attempts integer not null default 0,
  reason_code text,
  primary key (company_id, decision_id),
  foreign key (company_id, task_id) references queue_task
);
create unique index queue_decision_held on queue_decision (company_id, task_id) where state = 'HELD';
create index queue_decision_due on queue_decision (look_at) where state = 'HELD';
create index queue_decision_session on queue_decision (company_id, session_id, held_at desc);
create index queue_decision_task on queue_decision (company_id, task_id, held_at desc);

select enable_tenant_isolation('queue_decision');
grant select, insert, update on queue_decision to countinghouse_app;
