-- Endpoints of before receive an authorisation as payment.succeeded, new ones as payment.authorised (docs/domain.md#webhooks).
alter table webhook_endpoint
  add column event_version smallint not null default 1 check (event_version in (1, 2));
alter table webhook_endpoint alter column event_version set default 2;
