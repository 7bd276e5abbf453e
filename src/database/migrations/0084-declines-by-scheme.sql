-- Some response codes mean something else on cards of another scheme: home counts them apart, from the index alone.
drop index txn_declined;
create index txn_declined on txn (company_id, txn_datetime)
  include (merchant_id, txn_type, authoriser_code, card_scheme) where reason_code = 'D100';
