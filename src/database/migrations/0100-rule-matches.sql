-- Decisions in which a rule matched, by time: how often each rule matched lately (docs/domain.md#impact-of-a-rule).
create index fraud_decision_matched on fraud_decision (company_id, decided_at, txn_id)
  where jsonb_array_length(result -> 'triggeredRules') > 0;
