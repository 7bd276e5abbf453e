-- Exact totals without reading the rows they count: transactions and their amounts by merchant, hour, type, status,
-- reason and currency, and the same by day and by company. Writers only append changes; a job folds them in
-- (docs/decisions/0010).

create table txn_total_change (
  company_id integer not null,
  merchant_id integer not null,
  at timestamptz not null,
  txn_type text not null,
  txn_status text not null,
  -- Empty where there is none: part of a key.
  reason_code text not null,
  ccy_code text not null,
  requested_minor bigint not null,
  change smallint not null
);
create index txn_total_change_at on txn_total_change (company_id, at);

create table txn_total (
  company_id integer not null,
  -- A merchant, or the company for the sum of its merchants.
  node_id integer not null,
  grain text not null check (grain in ('month', 'day', 'hour')),
  -- The beginning of the month, day or hour, UTC.
  bucket timestamptz not null,
  txn_type text not null,
  txn_status text not null,
  reason_code text not null,
  ccy_code text not null,
  number bigint not null,
  -- What was asked for, in minor units.
  requested_minor bigint not null,
  -- With the numbers in it: a total reads the index alone.
  primary key (company_id, node_id, grain, bucket, txn_type, txn_status, reason_code, ccy_code)
    include (number, requested_minor)
) with (fillfactor = 80);

grant select, insert, update, delete on txn_total, txn_total_change to countinghouse_app;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['txn_total', 'txn_total_change']
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

insert into txn_total
with hourly as materialized (
  select company_id, merchant_id, date_trunc('hour', txn_datetime, 'UTC') as hour, txn_type, txn_status,
         coalesce(reason_code, '') as reason_code, ccy_code, count(*) as number, sum(requested_minor) as minor
  from txn
  group by 1, 2, 3, 4, 5, 6, 7
)
select company_id, node_id, grain, date_trunc(grain, hour, 'UTC'), txn_type, txn_status, reason_code, ccy_code,
       sum(number), sum(minor)
from hourly
cross join lateral (values (merchant_id), (company_id)) as node (node_id)
cross join (values ('month'), ('day'), ('hour')) as grains (grain)
group by 1, 2, 3, 4, 5, 6, 7, 8
order by 1, 2, 3, 4;
