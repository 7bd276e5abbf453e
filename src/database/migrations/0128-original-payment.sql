-- The payment that a capture, release or refund belongs to, and its merchant reference (docs/domain.md#original-reference).
-- Columns alone: the table is locked for a moment. The next migrations fill and index them.
alter table txn add column original_txn_id bigint, add column original_reference text;
