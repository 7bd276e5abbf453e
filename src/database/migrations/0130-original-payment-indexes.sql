-- Refunds, captures and releases of a payment, by its id or its merchant reference.
create index txn_original on txn (original_txn_id) where original_txn_id is not null;
create index txn_original_reference on txn (original_reference) where original_reference is not null;
