-- When a link was emailed, and its reminder before the end (docs/domain.md#smart-links).
create table smart_link_mail (
  company_id integer not null,
  link_id uuid not null,
  address text not null,
  sent_at timestamptz not null,
  is_reminder boolean not null,
  primary key (company_id, link_id, address, sent_at, is_reminder)
);
grant select, insert on smart_link_mail to countinghouse_app;
select enable_tenant_isolation('smart_link_mail');

alter table smart_link
  add column remind_days_before smallint check (remind_days_before between 1 and 30),
  -- Until the reminder is sent or is no longer due.
  add column remind_at timestamptz,
  add column reminded_at timestamptz;
create index smart_link_remind on smart_link (remind_at) where remind_at is not null;
