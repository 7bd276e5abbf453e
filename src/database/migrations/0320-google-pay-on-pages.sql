-- Payment pages of an installation with an identifier at Google offer Google Pay (docs/domain.md#wallets).
alter table installation
  add column google_pay_merchant_id text check (google_pay_merchant_id ~ '^[A-Za-z0-9]{1,40}$'),
  add column google_pay_country text check (google_pay_country ~ '^[A-Z]{2}$'),
  add column google_pay_name text check (length(google_pay_name) <= 100);
