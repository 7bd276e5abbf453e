-- The virtual terminal: installations that mail receipts by themselves, and sessions that still owe one.

alter table installation add column send_email_receipts boolean not null default false;

alter table hosted_session
  add column wants_receipt boolean not null generated always as (
    kind = 'payments' and coalesce(request ->> 'emailReceipt', '') = 'true'
  ) stored,
  -- When its receipt went to the outbox.
  add column receipt_at timestamptz;
create index hosted_session_receipt on hosted_session (last_interaction)
  where wants_receipt and receipt_at is null and txn_id is not null;
