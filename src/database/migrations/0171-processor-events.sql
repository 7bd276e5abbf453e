-- What processors report by themselves (docs/processors.md#events). Stored before it is acknowledged.
create table processor_event (
  event_number bigint primary key generated always as identity,
  connection_id integer not null references processor_connection,
  -- The processor's: a repeated report has the same one.
  event_id text not null,
  kind text not null,
  -- Our id of the operation that it is about.
  reference text,
  event jsonb not null,
  received_at timestamptz not null,
  -- RELEASING: a late approval is being released. IGNORED: nothing to do. HELD: it cannot be settled, the operator was informed.
  state text not null check (state in ('NEW', 'RELEASING', 'DONE', 'IGNORED', 'HELD')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  error text,
  unique (connection_id, event_id)
);
create index processor_event_reference on processor_event (connection_id, reference);
create index processor_event_due on processor_event (next_attempt_at) where state in ('NEW', 'RELEASING');
create index processor_event_received on processor_event (received_at);
grant select, insert, update, delete on processor_event to countinghouse_app;

-- The opposite entry of a capture or refund that failed after its success.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check
  check (kind in ('CAPTURE', 'REFUND', 'PAYOUT', 'CAPTURE_REVERSAL', 'REFUND_REVERSAL')) not valid;
alter table ledger_entry validate constraint ledger_entry_kind_check;
alter table ledger_entry drop constraint ledger_entry_pkey;
alter table ledger_entry add primary key (txn_id, company_id, kind);
