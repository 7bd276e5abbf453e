-- What payment pages ask for when a session has no billing address (docs/domain.md#payment-pages).
alter table installation
  add column payer_address text not null default 'POSTCODE' check (payer_address in ('POSTCODE', 'FULL'));
