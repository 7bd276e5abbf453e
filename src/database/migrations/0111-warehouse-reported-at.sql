-- When the worker last reported on the replication.
alter table warehouse_feed rename column told_at to reported_at;
