-- What a payer's bank needs to find a refund, and the day by which it shows it (docs/domain.md#refunds).
alter table txn
  add column arn text check (arn ~ '^[0-9]{23}$'),
  add column refund_expected_date date;

create index txn_arn on txn (arn) where arn is not null;
