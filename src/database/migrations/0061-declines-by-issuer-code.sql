-- Home shows why issuers declined the payments of thirty days: their codes, counted from this index alone.
create index txn_declined on txn (company_id, txn_datetime)
  include (merchant_id, txn_type, authoriser_code) where reason_code = 'D100';
