alter table txn add constraint txn_channel_group check (length(channel_group) <= 20) not valid;
