-- The keyed hash of the one address to which the payer of a session had a receipt sent (docs/domain.md#receipts).
alter table hosted_session add column receipt_to bytea;
