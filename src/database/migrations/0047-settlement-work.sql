-- What a settlement sets off beside the money: kept here only while it fails, and retried by itself.

create table settlement_work (
  company_id integer not null,
  work_id uuid not null,
  txn_id bigint not null,
  kind text not null check (kind in ('SCHEDULE', 'NOTIFICATION', 'LINK')),
  -- What the retry needs to know; never card data.
  work jsonb not null,
  -- When the transaction ended: schedules count from it.
  ended_at timestamptz not null,
  attempts integer not null default 1,
  next_attempt_at timestamptz not null,
  last_error text not null,
  -- When the operator was notified.
  reported_at timestamptz,
  primary key (company_id, work_id)
) with (fillfactor = 80);
create index settlement_work_due on settlement_work (next_attempt_at);

alter table settlement_work enable row level security;
create policy own_companies on settlement_work to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ',')::integer[])::integer[]
  )
);
grant select, insert, update, delete on settlement_work to countinghouse_app;

-- When the operator was notified that the outcome of an operation is still unknown.
alter table processor_intent add column reported_at timestamptz;
