-- The list of reports counts the open differences of each.
create index settlement_difference_report on settlement_difference (report_id) where state = 'OPEN' and report_id is not null;
