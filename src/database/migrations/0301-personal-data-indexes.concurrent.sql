-- Indexes by which a person's data is found, built while payments go on (docs/running.md#upgrades).
drop index concurrently if exists known_customer_telephone;
create index concurrently known_customer_telephone on known_customer (company_id, telephone) where telephone is not null;

drop index concurrently if exists webhook_event_object;
create index concurrently webhook_event_object on webhook_event (company_id, object_id) where object_id is not null;

drop index concurrently if exists mail_outbox_recipient;
create index concurrently mail_outbox_recipient on mail_outbox (recipient);

drop index concurrently if exists approval_request_any_object;
create index concurrently approval_request_any_object on approval_request (company_id, object_id) where object_id is not null;
