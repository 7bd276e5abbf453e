-- Hosted payment pages: a session that a merchant opens and a payer completes, once; and which sites may frame the page.

-- Origins of the merchant's own sites: where payers may be sent back, and who may show the page in a frame.
alter table installation add column web_origins text[] not null default '{}';

create table hosted_session (
  company_id integer not null,
  session_id text not null,
  -- The other half of the page's address, which no return address carries.
  page_key uuid not null,
  merchant_id integer not null,
  installation_id integer not null,
  kind text not null check (kind in ('payments', 'payouts', 'cards')),
  state text not null default 'CREATED' check (
    state in ('CREATED', 'STARTED', 'TERMINATED', 'EXPIRED', 'INVALIDATED')
  ),
  made_by text not null check (made_by in ('portal', 'gateway')),
  created_at timestamptz not null,
  last_interaction timestamptz not null,
  -- What was asked for, without card data.
  request jsonb not null,
  attempts smallint not null default 0,
  -- Of the latest attempt.
  txn_id bigint,
  primary key (company_id, session_id)
) with (fillfactor = 80);
create unique index hosted_session_id on hosted_session (session_id);
create index hosted_session_open on hosted_session (last_interaction) where state in ('CREATED', 'STARTED');

-- An attempt is numbered after those that failed: two at once have one number, and one of them loses.
create table hosted_session_attempt (
  company_id integer not null,
  session_id text not null,
  attempt smallint not null check (attempt between 1 and 100),
  txn_id bigint not null unique,
  at timestamptz not null,
  primary key (company_id, session_id, attempt)
);

grant select, insert, update, delete on hosted_session to countinghouse_app;
grant select, insert on hosted_session_attempt to countinghouse_app;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['hosted_session', 'hosted_session_attempt']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format($policy$
      create policy own_companies on %I to countinghouse_app using (
        (select coalesce(current_setting('app.companies', true), '') = '*')
        or company_id = any (
          (select string_to_array(
             nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
        )
      )
    $policy$, tenant_table);
  end loop;
end
$$;
