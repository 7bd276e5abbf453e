-- The impact of a rule counts the payments that were reported as fraud in its range.
create index fraud_label_at on fraud_label (company_id, at);
