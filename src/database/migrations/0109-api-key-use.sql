-- How many requests an API key has made in each minute (docs/domain.md#api-keys). Rows are kept for a day.
create table api_key_use (
  company_id integer not null,
  api_id text not null,
  minute timestamptz not null,
  requests integer not null,
  primary key (company_id, api_id, minute)
);
create index api_key_use_minute on api_key_use (minute);

select enable_tenant_isolation('api_key_use');
grant select, insert, update, delete on api_key_use to countinghouse_app;
