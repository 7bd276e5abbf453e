-- A test key goes to test connections only, a live one to live ones (docs/domain.md#api-keys). Existing keys are test keys.
alter table api_credential add column mode text not null default 'TEST' check (mode in ('TEST', 'LIVE'));
-- Of the key that has opened the session; null: none, so any connection.
alter table hosted_session add column mode text check (mode in ('TEST', 'LIVE'));
