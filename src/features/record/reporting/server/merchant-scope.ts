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
  /** Only these installations of the merchants: those that were named, or those of an API key. */
  installations?: number[];
  /** Merchants beside them, with all their installations. */
  wholeMerchants?: number[];
}

/**
 * The merchants under `orgIds` (all when empty) on which the caller holds one permission of each set. Throws 403 when an
 * organisation is outside the caller's scope, or when the caller holds the permissions on none. No merchants yet: none.
 */
export async function merchantScope(
  services: Pick<CoreServices, 'database' | 'clock' | 'state'>,
  caller: Caller,
  orgIds: readonly number[],
  permissionSets: readonly (readonly Permission[])[],
): Promise<MerchantScope> {
  const { database, clock, state } = services;
  const now = clock.now().getTime();
  const trees = await state.organisationTrees.loadAll(database, caller.tenantIds, now);
  const named = await loadNamed(database, new Set(orgIds), trees);
  const paths = named.map(({ path }) => path);
  if (!paths.every((path) => inScope(caller, path))) throw problems.forbidden();
  const grants = permissionSets.map((set) => caller.held.filter(({ name }) => set.includes(name)));
  if (caller.kind === 'api') return installationScope(caller, new Set(orgIds), grants);
  const isAllowed = (path: string) => grants.every((set) => set.some((grant) => reaches(grant, path)));
  const installationPaths = named.filter(({ isInstallation }) => isInstallation).map(({ path }) => path);
  if (installationPaths.length > 0) {
    if (!installationPaths.every(isAllowed)) throw problems.forbidden();
    const others = orgIds.filter((id) => !installationPaths.some((path) => path.endsWith(`/${id}`)));
    const rest =
      others.length > 0 ? await merchantScope(services, caller, others, permissionSets) : undefined;
    return withInstallations(caller, installationPaths, rest, trees);
  }
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

/** Installations, beside the merchants of `rest`. */
function withInstallations(
  { tenantIds: companies }: Pick<Caller, 'tenantIds'>,
  paths: readonly string[],
  rest: MerchantScope | undefined,
  trees: readonly OrganisationTree[],
): MerchantScope {
  const ids = paths.map(pathIds);
  const parents = ids.flatMap((path) => path.at(-2) ?? []);
  // All merchants of the companies, named for the sake of the condition.
  const wholeMerchants =
    rest && (rest.merchants ?? rest.tenantIds.flatMap((id) => merchantsOf(id, companies, trees)));
  return {
    tenantIds: companies.filter(
      (id) => rest?.tenantIds.includes(id) || ids.some((path) => path.includes(id)),
    ),
    merchants: [...new Set([...parents, ...(wholeMerchants ?? [])])],
    installations: ids.flatMap((path) => path.at(-1) ?? []),
    ...(wholeMerchants ? { wholeMerchants } : {}),
  };
}

const merchantsOf = (
  company: number,
  companies: readonly number[],
  trees: readonly OrganisationTree[],
): number[] => trees[companies.indexOf(company)]?.merchantsBelow(company).map(({ id }) => id) ?? [];

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
  const { installations, wholeMerchants } = scope;
  if (!installations) return merchantCondition(sql, scope);
  const isOfWhole = wholeMerchants ? sql`or merchant_id = any (${wholeMerchants})` : sql``;
  return sql`${merchantCondition(sql, scope)} and (installation_id = any (${installations}) ${isOfWhole})`;
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

interface NamedOrganisation {
  path: string;
  isInstallation: boolean;
}

/** Installations, and organisations outside the caller's tree (a domain, other companies), are loaded from the database. */
async function loadNamed(
  database: Database,
  ids: ReadonlySet<number>,
  trees: readonly OrganisationTree[],
): Promise<NamedOrganisation[]> {
  const known: NamedOrganisation[] = [];
  for (const id of ids) {
    const path = trees.find(({ organisations }) => organisations.has(id))?.organisations.get(id)?.path;
    if (path !== undefined) known.push({ path, isInstallation: false });
  }
  if (known.length === ids.size) return known;
  const rows = await database<NamedOrganisation[]>`
    select path, type = 'INSTALLATION' as is_installation from organisation where id = any (${[...ids]})`;
  if (rows.length < ids.size) throw problems.forbidden();
  return rows;
}
