-- When the operator was told that a report was not imported; once per report.
alter table settlement_report add column operator_mailed_at timestamptz;
