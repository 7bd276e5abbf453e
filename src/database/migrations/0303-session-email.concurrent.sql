-- Finds the payment pages of an email (docs/domain.md#a-persons-data).
drop index concurrently if exists hosted_session_payer;
create index concurrently hosted_session_payer on hosted_session (company_id, payer_email) where payer_email is not null;
