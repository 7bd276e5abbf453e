import type { Database, Sql } from './connection.ts';

declare const scoped: unique symbol;

/**
 * A transaction whose row-level security is set to some companies. Every statement on organisation data takes this type:
 * a connection without companies is a type error, and would read no rows.
 */
export type TenantSql = Sql & {
  readonly [scoped]: true;
  /** Runs a part of the transaction that can fail alone: when it throws, only that part is rolled back. */
  savepoint<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
};

/** Companies whose rows a transaction may touch; 'all-tenants' is for the system's own jobs. */
export type TenantIds = readonly number[] | 'all-tenants';

/** As inTenant, read only: all statements of `work` see the same snapshot. */
export async function inSnapshot<T>(
  database: Database,
  tenantIds: TenantIds,
  work: (sql: TenantSql) => Promise<T>,
): Promise<T> {
  return inTenant(database, tenantIds, work, 'isolation level repeatable read read only');
}

/** Runs `work` in one transaction that sees only the named companies. Rolls back when it throws. */
export async function inTenant<T>(
  database: Database,
  tenantIds: TenantIds,
  work: (sql: TenantSql) => Promise<T>,
  mode = '',
): Promise<T> {
  return database.begin({ mode, settings: tenantSettings(tenantIds, database) }, (sql) =>
    work(sql as TenantSql),
  );
}

/** A setting of the transaction: it is sent with `begin` and costs no extra round trip. */
export function tenantSettings(
  tenantIds: TenantIds,
  { allTenants }: Pick<Database, 'allTenants'> = {},
): Record<string, string> {
  const named = tenantIds === 'all-tenants' ? allTenants : tenantIds;
  // No company has the id 0: an empty setting is that of the owner outside requests.
  return { 'app.companies': named === undefined ? '*' : named.join(',') || '0' };
}

/** Adds a company that the transaction has created to those it can see. */
export async function addTenant(sql: TenantSql, companyId: number): Promise<void> {
  await sql`
    select set_config('app.companies',
      case current_setting('app.companies', true) when '*' then '*' when '' then ${String(companyId)}
      else current_setting('app.companies', true) || ',' || ${String(companyId)} end, true)`;
}
