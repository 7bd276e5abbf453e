-- Last four digits as 0024 has e-mails: of one merchant's thousands the newest page is read in order.
create index txn_last_four_merchant on txn (last_four, merchant_id, txn_datetime desc, txn_id desc)
  include (company_id) where last_four is not null;
drop index txn_last_four;
