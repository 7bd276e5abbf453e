-- Mastercard's merchant advice code of a decline, beside the processor's response code.
alter table txn add column advice_code text check (advice_code ~ '^[0-9A-Z]{2}$');
