-- An e-mail or an address that thousands of payments share: its newest page is read in order, its number from the index alone.
-- (One merchant, 5,000 payments of one e-mail among a million rows: 0.15 and 4.8 ms instead of 100 and 140.)
create index txn_email_merchant on txn (customer_email, merchant_id, txn_datetime desc, txn_id desc)
  include (company_id) where customer_email is not null;
create index txn_ip_merchant on txn (ip_address, merchant_id, txn_datetime desc, txn_id desc)
  include (company_id) where ip_address is not null;
drop index txn_customer_email;
drop index txn_ip_address;
