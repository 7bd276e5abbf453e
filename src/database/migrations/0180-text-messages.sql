-- Receipts as text messages go through the same outbox (docs/domain.md#receipts).
alter table mail_outbox add column channel text not null default 'email' check (channel in ('email', 'sms'));
