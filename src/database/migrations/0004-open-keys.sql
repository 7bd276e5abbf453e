-- Whoever settles a transaction finds the request that still waits for its answer.
create index idempotency_key_open on idempotency_key (txn_id) where status is null;
-- A failed attempt releases its duplicate guard.
create index duplicate_guard_txn on duplicate_guard (txn_id);
