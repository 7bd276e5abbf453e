-- All that set-settlement-dates reads of the table: money that moved and has no settlement date yet.
create index txn_unsettled on txn (txn_datetime, txn_id)
  where gateway_settlement is null and txn_status = 'SUCCESS'
    and txn_type in ('PAYMENT', 'REPEAT', 'CAPTURE', 'REFUND', 'PAYOUT', 'PAYOUT_COMPLETE');
