-- Indexes of tables that can be large, built while payments go on (docs/running.md#upgrades). 0210 makes the first one the key.
drop index concurrently if exists ledger_entry_key;
create unique index concurrently ledger_entry_key on ledger_entry (txn_id, company_id, kind, sequence);

-- Finds the payment of a report that has only the processor's handle.
drop index concurrently if exists processor_intent_handle;
create index concurrently processor_intent_handle on processor_intent (connection_id, handle) where handle is not null;

-- Reports that have no id of ours name the processor's.
drop index concurrently if exists txn_gateway_reference;
create index concurrently txn_gateway_reference on txn (gateway_reference) where gateway_reference is not null;

-- The ledger grows in the order of time.
drop index concurrently if exists ledger_entry_at;
create index concurrently ledger_entry_at on ledger_entry using brin (at);
