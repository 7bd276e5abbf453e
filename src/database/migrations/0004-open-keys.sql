-- The settlement of a transaction finds the request that still waits for its response.
create index idempotency_key_open on idempotency_key (txn_id) where status is null;
-- A failed attempt releases its duplicate guard.
create index duplicate_guard_txn on duplicate_guard (txn_id);
-- A repeated request is answered byte for byte as the first: jsonb would reorder the fields.
alter table idempotency_key alter column answer type json;
