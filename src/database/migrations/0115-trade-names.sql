-- Names of the trade. Indexes, policies and checks follow their columns; no function or view names any of them.
alter table idempotency_key rename column answer to response;
alter table processor_intent rename column answer to response;

alter table txn_total rename column grain to granularity;
alter table txn_total rename constraint txn_total_grain_check to txn_total_granularity_check;

alter table approval_request rename column asked_by to requested_by;
alter table approval_request rename column asked_by_name to requested_by_name;
alter table approval_request rename column asked_from to requested_from;
alter table approval_request rename column asked_at to requested_at;

-- Whether the object was created from the file, or existed before.
alter table applied_object rename column made to is_created;

-- 'portal' or 'gateway'.
alter table hosted_session rename column made_by to created_via;
alter table hosted_session rename constraint hosted_session_made_by_check to hosted_session_created_via_check;

-- The user whose rights limit the rule.
alter table sso_mapping rename column made_by to owner_id;

alter table webhook_delivery rename column all_attempts to total_attempts;
alter table webhook_delivery rename column last_ms to last_duration_ms;

-- The acquirer that was unavailable.
alter table schedule_episode rename column outage_of to outage_acquirer;

-- The parts of the demo data, and when each was complete.
alter table first_contents rename to demo_seed;
update demo_seed set part = 'payments' where part = 'story';

-- How far the warehouse has replicated. `source_id` names this database in the warehouse.
alter table warehouse_feed rename to warehouse_replication;
alter table warehouse_replication rename column feed_id to source_id;
