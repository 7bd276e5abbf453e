-- The processor states facts of a wallet's card, and never its number (docs/domain.md#wallets).
alter table card_token
  alter column fingerprint drop not null,
  alter column masked_pan drop not null,
  alter column bin drop not null,
  alter column last_four drop not null,
  alter column expiry_date drop not null,
  alter column card_type drop not null,
  alter column card_scheme drop not null;
