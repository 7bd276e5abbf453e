-- Row-level security between companies, defined once. A migration that creates a table with a column company_id calls
-- enable_tenant_isolation for it (docs/decisions/0093).
--
-- A row is visible to a transaction whose app.companies names its company, or is '*' for the system's own jobs. Rows
-- without a company belong to company 0. With open_to_inserts, every transaction may insert rows, and none may change them.
create function enable_tenant_isolation(target regclass, open_to_inserts boolean default false) returns void
language plpgsql as $function$
declare
  owner_of_row text := case
    when (select attnotnull from pg_attribute where attrelid = target and attname = 'company_id') then 'company_id'
    else 'coalesce(company_id, 0)'
  end;
begin
  execute format('alter table %s enable row level security', target);
  execute format('drop policy if exists own_companies on %s', target);
  execute format('drop policy if exists anybody_adds on %s', target);
  -- Sub-selects: PostgreSQL reads the setting once a statement, not once a row.
  execute format($policy$
    create policy own_companies on %s for %s to countinghouse_app using (
      (select coalesce(current_setting('app.companies', true), '') = '*')
      or %s = any (
        (select string_to_array(
           nullif(nullif(current_setting('app.companies', true), '*'), ''), ',')::integer[])::integer[]
      )
    )
  $policy$, target, case when open_to_inserts then 'select' else 'all' end, owner_of_row);
  if open_to_inserts then
    execute format('create policy anybody_adds on %s for insert to countinghouse_app with check (true)', target);
  end if;
end
$function$;
revoke execute on function enable_tenant_isolation from public;

-- The tables that earlier migrations isolated, each with a copy of the policy.
select enable_tenant_isolation(
  format('%I.%I', schemaname, tablename)::regclass,
  exists (
    select from pg_policies other
    where other.schemaname = own.schemaname and other.tablename = own.tablename and other.policyname = 'anybody_adds'
  )
)
from pg_policies own
where policyname = 'own_companies' and schemaname = current_schema();
