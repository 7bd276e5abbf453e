-- Contract: programs before 9.1.0 cannot run on it.
alter table txn drop column is_tested;
