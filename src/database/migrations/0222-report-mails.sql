-- When the email about a report that was not imported was sent to the operator; once per report.
alter table settlement_report add column operator_mailed_at timestamptz;
