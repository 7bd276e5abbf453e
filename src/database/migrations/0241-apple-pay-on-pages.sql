-- Payment pages of an installation with an identifier at Apple offer Apple Pay (docs/domain.md#wallets).
alter table installation
  add column apple_pay_merchant_id text check (length(apple_pay_merchant_id) <= 100),
  add column apple_pay_country text check (apple_pay_country ~ '^[A-Z]{2}$');
