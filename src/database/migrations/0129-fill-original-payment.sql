-- Rows from before. The warehouse's table has other columns now, so it is filled from the start.
update txn t
set original_txn_id = charge.txn_id, original_reference = coalesce(charge.merch_ref, repeated.merch_ref)
from txn related
join txn charge on charge.company_id = related.company_id
  and charge.txn_id = case when related.txn_type = 'CAPTURE' then related.related_id else related.txn_id end
left join txn repeated on repeated.company_id = charge.company_id and repeated.txn_id = charge.related_id
where related.company_id = t.company_id and related.txn_id = t.related_id
  and t.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'PAYOUT_COMPLETE', 'PAYOUT_VOID', 'REFUND');
