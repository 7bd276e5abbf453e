-- The requests of API keys at the merchant API, for 30 days (docs/domain.md#request-log).
create sequence api_request_tail cache 64 cycle;

create table api_request (
  company_id integer not null,
  -- Milliseconds since 1970 times 1024, and a number that differs within the millisecond: requests are listed by it.
  request_no bigint not null,
  -- The installation of the request, or the nearest organisation above the key's installations. It decides who sees the request.
  organisation_id integer not null,
  api_id text not null,
  -- The name of the endpoint; empty for an address that the merchant API does not have.
  call text not null,
  method text not null,
  -- With its query. Card numbers are masked and unknown parameters hidden.
  path text not null,
  status smallint not null,
  reason_code text,
  duration_ms integer not null,
  request_id uuid not null,
  idempotency_key text,
  is_replay boolean not null,
  txn_id bigint,
  ip text not null,
  user_agent text not null,
  -- JSON without card data and secrets, cut at 16 kB. Null: there was none, or it is not kept.
  request_body text,
  response_body text,
  primary key (company_id, request_no)
);
-- A filter reads the index that begins with it, newest first.
create index api_request_organisation on api_request (company_id, organisation_id, request_no);
create index api_request_key on api_request (company_id, api_id, request_no);
create index api_request_call on api_request (company_id, call, request_no);
create index api_request_failed on api_request (company_id, status, request_no) where status >= 400;
create index api_request_transaction on api_request (company_id, txn_id, request_no) where txn_id is not null;
create index api_request_id on api_request (company_id, request_id);
create index api_request_idempotency on api_request (company_id, idempotency_key, request_no) where idempotency_key is not null;

select enable_tenant_isolation('api_request');
grant select, insert, delete on api_request to countinghouse_app;
grant usage on sequence api_request_tail to countinghouse_app;
