import { pathIds } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { problems } from '#shared/problem.ts';
import { reaches } from '#shared/scoped-permission.ts';
import type { Database, Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, inScope } from '#server/auth/caller.ts';
import type { OrganisationTree } from '#server/organisation-tree.ts';
import type { CoreServices } from '#server/core-services.ts';

/** The merchants that a statement may read, as whole companies where possible. */
export interface MerchantScope {
  tenantIds: number[];
  /** Undefined: all merchants of the companies. */
  merchants: number[] | undefined;
  /** An API key sees its own installations' transactions only. */
  installations?: number[];
}

/**
 * The merchants under `orgIds` (all when empty) on which the caller holds one permission of each set. Throws 403 when an
 * organisation is outside the caller's scope, or when the caller holds the permissions on none. No merchants yet: none.
 */
export async function merchantScope(
  { database, clock, state }: CoreServices,
  caller: Caller,
  orgIds: readonly number[],
  permissionSets: readonly (readonly Permission[])[],
): Promise<MerchantScope> {
  const now = clock.now().getTime();
  const trees = await state.organisationTrees.loadAll(database, caller.tenantIds, now);
  const paths = await loadPaths(database, new Set(orgIds), trees);
  if (!paths.every((path) => inScope(caller, path))) throw problems.forbidden();
  const grants = permissionSets.map((set) => caller.held.filter(({ name }) => set.includes(name)));
  if (caller.kind === 'api') return installationScope(caller, new Set(orgIds), grants);
  const isAllowed = (path: string) => grants.every((set) => set.some((grant) => reaches(grant, path)));
  const isAllowedBelow = (path: string) =>
    grants.every((set) => set.some((grant) => grant.cascade && reaches(grant, path)));
  const tenantIds: number[] = [];
  const merchants = new Set<number>();
  let isWholeScope = true;
  for (const [position, company] of caller.tenantIds.entries()) {
    const tree = trees[position];
    if (!tree) continue;
    const before = merchants.size;
    for (const root of orgIds.length > 0 ? orgIds : [company]) {
      const merchantsBelow = tree.merchantsBelow(root);
      const path = tree.organisations.get(root)?.path;
      // A permission on a common ancestor covers its merchants without a check of each.
      const hasAll = path !== undefined && isAllowedBelow(path);
      for (const merchant of merchantsBelow)
        if (hasAll || isAllowed(merchant.path)) merchants.add(merchant.id);
    }
    const selectedCount = merchants.size - before;
    if (selectedCount > 0) tenantIds.push(company);
    if (selectedCount > 0 && selectedCount < tree.merchantsBelow(company).length) isWholeScope = false;
  }
  if (tenantIds.length === 0) {
    const candidatePaths = orgIds.length > 0 ? paths : caller.held.map(({ scope }) => scope);
    if (!candidatePaths.some(isAllowed)) throw problems.forbidden();
    return { tenantIds: [], merchants: [] };
  }
  return { tenantIds, merchants: isWholeScope ? undefined : [...merchants] };
}

/** API keys have permissions on installations and none above them. */
function installationScope(
  caller: Caller,
  requestedIds: ReadonlySet<number>,
  grants: readonly (readonly { scope: string }[])[],
): MerchantScope {
  const scopes = new Set(caller.held.map(({ scope }) => scope));
  const paths = [...scopes].filter(
    (path) =>
      grants.every((set) => set.some(({ scope }) => scope === path)) &&
      (requestedIds.size === 0 || pathIds(path).some((id) => requestedIds.has(id))),
  );
  if (paths.length === 0) throw problems.forbidden();
  const ids = paths.map(pathIds);
  const merchants = [...new Set(ids.flatMap((path) => path.at(-2) ?? []))];
  return {
    tenantIds: [...caller.tenantIds],
    merchants,
    installations: ids.flatMap((path) => path.at(-1) ?? []),
  };
}

/** The scope as a condition on txn. Whole companies use the company index instead of a list of ids. */
export function scopeCondition(sql: TenantSql, scope: MerchantScope): Fragment {
  const { installations } = scope;
  if (!installations) return merchantCondition(sql, scope);
  return sql`${merchantCondition(sql, scope)} and installation_id = any (${installations})`;
}

function merchantCondition(sql: TenantSql, { tenantIds, merchants }: MerchantScope): Fragment {
  const [company] = tenantIds;
  const ofCompanies =
    tenantIds.length === 1 && company !== undefined
      ? sql`company_id = ${company}`
      : sql`company_id = any (${tenantIds})`;
  if (!merchants) return ofCompanies;
  const [merchant] = merchants;
  return merchants.length === 1 && merchant !== undefined
    ? sql`${ofCompanies} and merchant_id = ${merchant}`
    : sql`${ofCompanies} and merchant_id = any (${merchants})`;
}

/** Organisations outside the caller's tree (a domain, other companies) are loaded from the database. */
async function loadPaths(
  database: Database,
  ids: ReadonlySet<number>,
  trees: readonly OrganisationTree[],
): Promise<string[]> {
  const expandedPaths: string[] = [];
  for (const id of ids) {
    const path = trees.find(({ organisations }) => organisations.has(id))?.organisations.get(id)?.path;
    if (path !== undefined) expandedPaths.push(path);
  }
  if (expandedPaths.length === ids.size) return expandedPaths;
  const rows = await database<{ path: string }[]>`select path from organisation where id = any (${[...ids]})`;
  if (rows.length < ids.size) throw problems.forbidden();
  return rows.map((row) => row.path);
}
