-- The second barrier between companies built its list of them for every row; now once a statement.
-- (Counting 35,000 rows of an index: 15 instead of 31 ms, 10 without any barrier.)
do $$
declare
  policy record;
begin
  for policy in
    select tablename, qual like '%COALESCE(company_id, 0)%' as may_be_of_none from pg_policies
    where policyname = 'own_companies' and schemaname = current_schema()
  loop
    execute format($policy$
      alter policy own_companies on %I using (
        (select coalesce(current_setting('app.companies', true), '') = '*')
        or %s = any (
          (select string_to_array(
             nullif(nullif(current_setting('app.companies', true), '*'), ''), ',')::integer[])::integer[]
        )
      )
    $policy$, policy.tablename, case when policy.may_be_of_none then 'coalesce(company_id, 0)' else 'company_id' end);
  end loop;
end
$$;
