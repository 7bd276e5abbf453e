-- Webhooks: addresses of merchants' systems that receive events (docs/domain.md#webhooks).

create table webhook_endpoint (
  company_id integer not null,
  endpoint_id text not null,
  url text not null,
  -- Names of events and patterns such as payment.*.
  events text[] not null,
  format text not null check (format in ('REST_JSON', 'REST_XML')),
  state text not null check (state in ('active', 'paused', 'deleted')),
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  -- 'failures': the deliveries failed for five days. 'user': a user has paused them.
  paused_at timestamptz,
  paused_by text check (paused_by in ('failures', 'user')),
  -- Since the first failed attempt after the last successful one.
  failing_since timestamptz,
  -- The users have received an email about these failures.
  warned_at timestamptz,
  -- The secret is derived from the master key and this number (docs/decisions/0102).
  secret_version integer not null default 0,
  previous_until timestamptz,
  -- The Idempotency-Key of the request that created the endpoint, and a hash of its body.
  request_key text,
  request_hash bytea,
  primary key (company_id, endpoint_id)
) with (fillfactor = 80);
create unique index webhook_endpoint_request on webhook_endpoint (created_by, request_key);
create index webhook_endpoint_active on webhook_endpoint (company_id, endpoint_id) where state = 'active';

-- The installations whose events an endpoint receives. A settlement looks up its installation here.
create table webhook_installation (
  company_id integer not null,
  installation_id integer not null references installation (installation_id),
  endpoint_id text not null,
  primary key (company_id, installation_id, endpoint_id),
  foreign key (company_id, endpoint_id) references webhook_endpoint on delete cascade
);
create index webhook_installation_endpoint on webhook_installation (company_id, endpoint_id, installation_id);

-- Events of installations with an endpoint, for 90 days.
create table webhook_event (
  company_id integer not null,
  event_id uuid not null,
  -- Null: a test event.
  installation_id integer,
  type text collate "C" not null,
  -- The transaction, schedule, link or card token.
  object_id text,
  -- JSON with links as paths.
  body text not null,
  created_at timestamptz not null,
  primary key (company_id, event_id)
);
create index webhook_event_newest on webhook_event (installation_id, created_at desc, event_id desc);
create index webhook_event_by_type on webhook_event (installation_id, type, created_at desc, event_id desc);
create index webhook_event_age on webhook_event (created_at);

-- The delivery of an event to an endpoint, for 30 days.
create table webhook_delivery (
  company_id integer not null,
  endpoint_id text not null,
  event_id uuid not null,
  -- Copied from the event, so that the log reads no other table.
  installation_id integer,
  type text collate "C" not null,
  object_id text,
  created_at timestamptz not null,
  trigger text not null default 'auto' check (trigger in ('auto', 'manual', 'test')),
  state text not null check (state in ('queued', 'sending', 'retrying', 'delivered', 'failed')),
  -- Since it was queued, by which the next attempt is planned.
  attempts integer not null default 0,
  -- In all, including those before a user sent it again.
  all_attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  -- Of the last attempt: an HTTP status, or why there was none.
  last_result text,
  last_ms integer,
  primary key (company_id, endpoint_id, event_id)
) with (fillfactor = 80);
create index webhook_delivery_due on webhook_delivery (company_id, endpoint_id, next_attempt_at)
  where state in ('queued', 'sending', 'retrying');
create index webhook_delivery_newest on webhook_delivery (company_id, endpoint_id, created_at desc, event_id desc);
create index webhook_delivery_failed on webhook_delivery (company_id, endpoint_id, created_at desc, event_id desc)
  where state in ('retrying', 'failed');
create index webhook_delivery_waiting on webhook_delivery (company_id, endpoint_id, created_at desc, event_id desc)
  where state in ('queued', 'sending');
create index webhook_delivery_age on webhook_delivery (created_at);

-- Each attempt of a delivery, with request and response.
create table webhook_attempt (
  company_id integer not null,
  endpoint_id text not null,
  event_id uuid not null,
  attempt integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  result text not null,
  request_headers jsonb not null,
  response_headers jsonb,
  -- The first 4 kB, with card numbers masked.
  response_body text,
  primary key (company_id, endpoint_id, event_id, attempt),
  foreign key (company_id, endpoint_id, event_id) references webhook_delivery on delete cascade
);

-- Up to when expired links of a company have been reported as events.
create table smart_link_expiry (
  company_id integer primary key,
  reported_to timestamptz not null
);

select enable_tenant_isolation('webhook_endpoint');
select enable_tenant_isolation('webhook_installation');
select enable_tenant_isolation('webhook_event');
select enable_tenant_isolation('webhook_delivery');
select enable_tenant_isolation('webhook_attempt');
select enable_tenant_isolation('smart_link_expiry');
grant select, insert, update on webhook_endpoint to countinghouse_app;
grant select, insert, delete on webhook_installation to countinghouse_app;
grant select, insert, delete on webhook_event to countinghouse_app;
grant select, insert, update, delete on webhook_delivery to countinghouse_app;
grant select, insert, delete on webhook_attempt to countinghouse_app;
grant select, insert, update on smart_link_expiry to countinghouse_app;

alter table settlement_work drop constraint settlement_work_kind_check;
alter table settlement_work add constraint settlement_work_kind_check
  check (kind in ('SCHEDULE', 'NOTIFICATION', 'LINK', 'TASK', 'EVENT'));
