-- A column that programs of the previous release do not write.
alter table txn add column channel_group text, add column is_tested boolean not null default false;
