import type { Sql } from '#database/connection.ts';
import { pathIds } from '#shared/org-path.ts';
import type { FeatureCode, Permission } from '#shared/permissions.ts';
import { Problem } from '#shared/problem.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';

/** Either reads a case. */
const readPermissions = ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'] as const;

/** Whether the caller may read cases of the merchant on the path, and their transactions. */
export const mayReadCases = (caller: Caller, path: string): boolean =>
  readPermissions.some((name) => mayOn(caller, name, path));

export const mayWorkOnCases = (caller: Caller, path: string): boolean =>
  mayOn(caller, 'P_ACCESS_CASE_MANAGEMENT', path);

/** What a search of cases needs. */
export const searchingCases = { permission: 'P_SEARCH_CASE_MANAGEMENT', feature: 'CASE' } as const;

/** Merchants whose cases a caller may see. */
export interface CaseScope {
  tenantIds: number[];
  merchants: number[];
}

/**
 * Merchants at and below an organisation where the caller holds the permission and that have the feature. Throws V003 when
 * there is none. A handler with a transaction passes its `sql` as the database.
 */
export async function loadCaseScope(
  { database, clock, state }: Pick<CoreServices, 'clock' | 'state'> & { database: Sql },
  caller: Caller,
  organisationId: number,
  needs: { permission: Permission; feature: FeatureCode },
): Promise<CaseScope> {
  const now = clock.now().getTime();
  const trees = await state.organisationTrees.loadAll(database, caller.tenantIds, now);
  const permitted = trees
    .flatMap((tree) => tree.merchantsBelow(organisationId))
    .filter(({ path }) => mayOn(caller, needs.permission, path));
  const ids = [...new Set(permitted.flatMap(({ path }) => pathIds(path)))];
  const rows = await database<{ id: number }[]>`
    select organisation_id as id from organisation_feature
    where feature = ${needs.feature} and organisation_id = any (${ids})`;
  const withFeature = new Set(rows.map(({ id }) => id));
  const merchants = permitted.filter(({ path }) => pathIds(path).some((id) => withFeature.has(id)));
  if (merchants.length === 0) throw new Problem(403, 'V003', 'forbidden_error');
  return { tenantIds: [...caller.tenantIds], merchants: [...new Set(merchants.map(({ id }) => id))] };
}
