-- Disputes, as processors report them (docs/domain.md#disputes).
create table dispute (
  company_id integer not null,
  dispute_id bigint generated always as identity,
  connection_id integer not null references processor_connection,
  -- The processor's id of the dispute.
  processor_reference text not null,
  -- The charge that is disputed.
  txn_id bigint not null,
  merchant_id integer not null,
  installation_id integer not null,
  -- Raised by every change that a person can see.
  version integer not null default 1,
  stage text not null check (stage in ('INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION')),
  status text not null check (status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN')),
  amount_minor bigint not null check (amount_minor >= 0),
  ccy_code text not null,
  -- The part of the amount that is booked in the ledger as charged back.
  charged_back_minor bigint not null default 0 check (charged_back_minor >= 0),
  scheme text,
  reason_code text,
  reason text,
  is_fraud boolean not null default false,
  deadline timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  -- Days before the deadline of the last reminder.
  reminded smallint,
  primary key (company_id, dispute_id)
);
create unique index dispute_processor_reference on dispute (connection_id, processor_reference);
create index dispute_transaction on dispute (company_id, txn_id);
create index dispute_waiting on dispute (company_id, deadline, dispute_id) where status = 'NEEDS_RESPONSE';
create index dispute_opened on dispute (company_id, opened_at desc, dispute_id desc);

-- The processor's reports about a dispute, and the users' actions. The dispute is computed from all of its rows.
create table dispute_event (
  company_id integer not null,
  dispute_id bigint not null,
  event_id bigint generated always as identity,
  -- `at` is shown to users. `counts_at` orders the reports: it is the time of the look-up where the state was read at the processor.
  at timestamptz not null,
  counts_at timestamptz not null,
  -- The processor's name of the event, or ours.
  name text not null,
  report jsonb not null default '{}',
  actor_id text,
  actor_name text,
  -- The processor's event that it comes from. Unique, so a repeated event changes nothing.
  processor_event bigint,
  primary key (company_id, dispute_id, event_id),
  foreign key (company_id, dispute_id) references dispute
);
create unique index dispute_event_processor on dispute_event (processor_event) where processor_event is not null;

-- Payments that an issuer has reported as fraud, by a dispute or by a warning without one.
create table fraud_label (
  company_id integer not null,
  txn_id bigint not null,
  source text not null check (source in ('DISPUTE', 'WARNING')),
  at timestamptz not null,
  reason text,
  primary key (company_id, txn_id, source)
);

select enable_tenant_isolation('dispute');
select enable_tenant_isolation('dispute_event');
select enable_tenant_isolation('fraud_label');
grant select, insert, update on dispute to countinghouse_app;
grant select, insert on dispute_event, fraud_label to countinghouse_app;

-- `dispute_hold_minor` is the part of the charged back amount that could otherwise have been refunded. A payment can be refunded
-- and charged back, so `charged_back_minor` can exceed what is left to refund. 0212 validates the checks.
alter table payment
  add column charged_back_minor bigint not null default 0,
  add column dispute_hold_minor bigint not null default 0,
  add constraint payment_charged_back_minor_check check (charged_back_minor >= 0) not valid,
  add constraint payment_dispute_hold check (dispute_hold_minor between 0 and charged_back_minor) not valid,
  add constraint payment_refundable check (refunded_minor + refund_pending_minor + dispute_hold_minor <= captured_minor)
    not valid;

alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in
  ('CAPTURE', 'REFUND', 'PAYOUT', 'CAPTURE_REVERSAL', 'REFUND_REVERSAL', 'CHARGEBACK', 'CHARGEBACK_REVERSAL')) not valid;
alter table ledger_entry drop constraint ledger_entry_pkey,
  add constraint ledger_entry_pkey primary key using index ledger_entry_key;

insert into role_permission (role_id, permission)
select role_id, unnest(array['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES']) from role where role_id = 'administrator'
on conflict do nothing;
