import type { Sql } from './connection.ts';

/**
 * Row-level security for the owner too, at every start and after every migration: a program that became the owner, behind a
 * pooler that dropped its role, still sees the companies of its request only. Outside requests, without `app.companies`,
 * the owner sees every row: migrations, commands of the operator, backups.
 */
export async function forceRowSecurity(sql: Pick<Sql, 'unsafe'>): Promise<void> {
  await sql.unsafe(`do $$
    declare
      tab record;
      pol record;
    begin
      for tab in
        select c.oid, c.relname, c.relforcerowsecurity as is_forced from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
          and c.relowner = current_user::regrole
      loop
        for pol in
          select polname from pg_policy where polrelid = tab.oid and polpermissive and polroles <> '{0}'
        loop
          execute format('alter policy %I on public.%I to public', pol.polname, tab.relname);
        end loop;
        -- A restored dump can have another owner. A name costs the queries of the programs no look-up.
        if not exists (
          select from pg_policy where polrelid = tab.oid and polname = 'owner_outside_requests'
            and position(quote_literal(current_user) in pg_get_expr(polqual, polrelid)) > 0
        ) then
          execute format('drop policy if exists owner_outside_requests on public.%I', tab.relname);
          execute format(
            'create policy owner_outside_requests on public.%I using ((select
               coalesce(current_setting(''app.companies'', true), '''') = '''' and current_user = %L))',
            tab.relname, current_user);
        end if;
        if not tab.is_forced then
          execute format('alter table public.%I force row level security', tab.relname);
        end if;
      end loop;
    end $$`);
}

/** COPY does not work where row-level security applies. */
export async function copyWithoutForce<T>(
  sql: Pick<Sql, 'unsafe'>,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  for (const table of tables) await sql.unsafe(`alter table ${table} no force row level security`);
  try {
    return await work();
  } finally {
    await forceRowSecurity(sql);
  }
}
