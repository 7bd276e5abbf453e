import type { Permission } from '#contract/permissions.ts';
import { problems } from '#contract/problem.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, inScope } from '#server/caller.ts';

/** Merchants a statement may read; whole companies where every merchant of one is meant. */
export interface MerchantScope {
  companies: number[];
  /** Undefined: all merchants of the companies. */
  merchants: number[] | undefined;
}

/**
 * The merchants under `orgIds` (all when empty) on which the caller holds one permission of each set.
 * Throws 403 when an organisation is outside the caller's scope or nothing is left.
 */
export async function merchantScope(
  sql: TenantSql,
  caller: Caller,
  orgIds: readonly number[],
  permissionSets: readonly (readonly Permission[])[],
): Promise<MerchantScope> {
  const within = orgIds.length === 0 ? undefined : await pathsInScope(sql, caller, orgIds);
  const rows = await sql<{ companyId: number; total: number; chosen: number[] | null }[]>`
    select m.company_id as "companyId", count(*)::int as total,
           array_agg(m.id) filter (where ${within ? onPaths(sql, within, []) : sql`true`}
             ${permissionSets.map((set) => sql`and ${granted(sql, caller, set)}`)}) as chosen
    from organisation m
    where m.type = 'MERCHANT' and m.company_id = any (${caller.companies as number[]})
    group by m.company_id order by m.company_id`;
  const chosen = rows.filter((row) => row.chosen !== null);
  if (chosen.length === 0) throw problems.forbidden();
  const whole = chosen.every((row) => row.chosen?.length === row.total);
  return {
    companies: chosen.map((row) => row.companyId),
    merchants: whole ? undefined : chosen.flatMap((row) => row.chosen ?? []),
  };
}

/** The scope as a condition on txn. Whole companies walk the company index instead of a list of ids. */
export function scopeCondition(sql: TenantSql, { companies, merchants }: MerchantScope): Fragment {
  const [company] = companies;
  const ofCompanies =
    companies.length === 1 && company !== undefined
      ? sql`company_id = ${company}`
      : sql`company_id = any (${companies})`;
  if (!merchants) return ofCompanies;
  const [merchant] = merchants;
  return merchants.length === 1 && merchant !== undefined
    ? sql`${ofCompanies} and merchant_id = ${merchant}`
    : sql`${ofCompanies} and merchant_id = any (${merchants})`;
}

async function pathsInScope(sql: TenantSql, caller: Caller, ids: readonly number[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const rows = await sql<{ path: string }[]>`select path from organisation where id = any (${wanted})`;
  if (rows.length < wanted.length || !rows.every(({ path }) => inScope(caller, path))) {
    throw problems.forbidden();
  }
  return rows.map((row) => row.path);
}

function granted(sql: TenantSql, caller: Caller, permissions: readonly Permission[]): Fragment {
  const grants = caller.held.filter((grant) => permissions.includes(grant.name));
  const scopes = (cascade: boolean) => [
    ...new Set(grants.filter((grant) => grant.cascade === cascade).map((grant) => grant.scope)),
  ];
  return onPaths(sql, scopes(true), scopes(false));
}

/** Is the organisation on one of the paths, or below one of the cascading? */
function onPaths(sql: TenantSql, cascading: readonly string[], exact: readonly string[]): Fragment {
  return sql`(
    m.path = any (${exact as string[]}::text[])
    or exists (
      select from unnest(${cascading as string[]}::text[]) as above (path)
      where m.path = above.path or (m.path > above.path || '/' and m.path < above.path || '0')))`;
}
