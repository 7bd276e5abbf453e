-- Payment pages of an installation with an identifier at Google offer Google Pay (docs/domain.md#wallets).
alter table installation
  add column google_pay_merchant_id text,
  add column google_pay_country text,
  add column google_pay_name text;
alter table installation
  add constraint google_pay_merchant_id_form check (google_pay_merchant_id ~ '^[A-Za-z0-9]{1,40}$') not valid;
alter table installation
  add constraint google_pay_country_form check (google_pay_country ~ '^[A-Z]{2}$') not valid;
alter table installation
  add constraint google_pay_name_length check (length(google_pay_name) <= 100) not valid;
