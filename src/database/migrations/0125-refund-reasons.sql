-- Why a merchant refunded, and its own note about it (docs/domain.md#refunds).
alter table txn
  add column refund_reason text check (refund_reason in (
    'CUSTOMER_REQUEST', 'DUPLICATE', 'FRAUD', 'GOODS_NOT_RECEIVED', 'GOODS_RETURNED', 'ORDER_CANCELLED', 'OTHER')),
  add column refund_note text check (length(refund_note) <= 255);

create index txn_refund_reason on txn (company_id, refund_reason, txn_datetime desc, txn_id desc, merchant_id)
  where refund_reason is not null;
create index txn_refund_note on txn (company_id, txn_datetime desc, txn_id desc, merchant_id)
  where refund_note is not null;
