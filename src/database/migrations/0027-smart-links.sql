-- Smart links: short public addresses that each open a hosted session; a SINGLE one is paid once.
create table smart_link (
  company_id integer not null,
  link_id uuid not null,
  -- Eleven signs of the public address, from eight random bytes.
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{11}$'),
  batch_id uuid not null,
  merchant_id integer not null,
  installation_id integer not null,
  kind text not null check (kind in ('payments', 'payouts')),
  link_usage text not null check (link_usage in ('SINGLE', 'MULTIPLE')),
  created_at timestamptz not null,
  -- Of the user or the API key that made it.
  created_by text not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  -- What every session of the link is opened with.
  request jsonb not null,
  ccy_code text not null,
  -- Minor units; null where the customer enters the amount.
  amount_minor bigint check (amount_minor > 0),
  -- Submitted cards so far, and the transaction of the latest.
  attempts integer not null default 0,
  txn_id bigint,
  -- Recipients of its email, each once.
  mailed_to text[] not null default '{}' check (cardinality(mailed_to) <= 5),
  primary key (company_id, link_id)
) with (fillfactor = 90);
create unique index smart_link_id on smart_link (link_id);
create index smart_link_newest on smart_link (installation_id, created_at desc, link_id);

grant select, insert, update on smart_link to countinghouse_app;

alter table smart_link enable row level security;
create policy own_companies on smart_link to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);

-- A session of a link claims the link together with its attempt.
alter table hosted_session add column link_id uuid;
