-- What many payments share (the address of a shop's server, a placeholder e-mail) is found newest first, and counted, from an
-- index alone, for however many merchants: they are asked within the index. (Ten million rows, an address of 35,000 payments,
-- 50 merchants: the page 0.4 instead of 35 ms, its number 9 instead of 18.) What looks back in time from one payment
-- (velocity, FraudGuard) reads as much as it asks for.
create index txn_email_time on txn (customer_email, txn_datetime desc, txn_id desc, merchant_id, company_id)
  where customer_email is not null;
create index txn_ip_time on txn (ip_address, txn_datetime desc, txn_id desc, merchant_id, company_id)
  where ip_address is not null;
create index txn_last_four_time on txn (last_four, txn_datetime desc, txn_id desc, merchant_id, company_id)
  where last_four is not null;
drop index txn_email_merchant;
drop index txn_ip_merchant;
drop index txn_last_four_merchant;

-- The index has what statements are sorted and filtered by: only the rows of the page are read themselves.
create index txn_merchant_time on txn (merchant_id, txn_datetime desc, txn_id desc)
  include (company_id, txn_status, txn_type, requested_amount, merch_ref);
create index txn_company_time on txn (company_id, txn_datetime desc, txn_id desc, merchant_id)
  include (txn_status, txn_type, requested_amount, merch_ref);
drop index txn_merchant_date;
drop index txn_count;
drop index txn_company_date;
