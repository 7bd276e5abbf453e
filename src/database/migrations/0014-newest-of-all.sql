-- The newest page over several companies: one walk by time instead of a sort of everything.
create index txn_date on txn (txn_datetime desc, txn_id desc);
