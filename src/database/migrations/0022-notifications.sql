-- Notifications of transactions to merchants: queued with the settlement, sent by the worker.

create table notification (
  company_id integer not null,
  notification_id uuid not null,
  txn_id bigint not null,
  installation_id integer not null,
  kind text not null check (kind in ('TRANSACTION', 'EXPIRY')),
  url text not null,
  format text not null check (format in ('REST_JSON', 'REST_XML')),
  -- As it was when it happened, in the form it is sent in.
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'delivered', 'failed')),
  attempts integer not null default 0,
  queued_at timestamptz not null,
  next_attempt_at timestamptz not null,
  claimed_at timestamptz,
  delivered_at timestamptz,
  -- How the last attempt ended: an HTTP status, or a word for why there was none.
  last_result text,
  primary key (company_id, notification_id)
) with (fillfactor = 80);
create index notification_due on notification (next_attempt_at) where state in ('queued', 'sending');
create index notification_txn on notification (txn_id);

alter table notification enable row level security;
create policy own_companies on notification to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);
grant select, insert, update, delete on notification to countinghouse_app;
