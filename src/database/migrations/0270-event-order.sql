-- The transaction that wrote an event: a listener reads events in the order in which they became visible, and misses none.
alter table webhook_event add column changed_in bigint not null default (pg_current_xact_id()::text::bigint);
create index webhook_event_order on webhook_event (company_id, installation_id, changed_in, event_id);
