-- The programs run as a role that owns nothing: audit and ledger cannot be changed, and tenant rows
-- show only for the companies named in app.companies ('*' for the system's own jobs).

grant usage on schema public to countinghouse_app;
grant select, insert, update, delete on all tables in schema public to countinghouse_app;
grant usage, select on all sequences in schema public to countinghouse_app;
revoke update, delete on audit_event, ledger_entry, txn_history from countinghouse_app;
revoke delete on txn, payment from countinghouse_app;
revoke insert, update, delete on migration from countinghouse_app;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'customer', 'card_token', 'txn', 'txn_history', 'payment', 'processor_intent',
    'ledger_entry', 'idempotency_key', 'duplicate_guard'
  ]
  loop
    execute format('alter table %I enable row level security', tenant_table);
    -- Sub-selects, so that the setting is read once a statement and not once a row.
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
