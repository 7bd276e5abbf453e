alter table txn validate constraint txn_channel_group;
create index concurrently txn_channel_group_at on txn (company_id, channel_group) where channel_group is not null;
