-- A risk outcome at any time: without this a search for a rare one would read every row of the company.
create index txn_outcome on txn (company_id, optimize360_outcome, txn_datetime desc, txn_id desc)
  include (merchant_id) where optimize360_outcome is not null;
