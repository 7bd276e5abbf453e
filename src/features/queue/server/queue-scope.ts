import { pathIds } from '#shared/org-path.ts';
import { Problem } from '#shared/problem.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';

/** The merchants whose tasks a caller may see. */
export interface QueueScope {
  tenantIds: number[];
  merchants: number[];
}

/**
 * Merchants where the caller holds the permission and that have the feature, at and below an organisation or anywhere.
 * Throws V003 when there is none.
 */
export async function queueScope(
  { database, clock, state }: CoreServices,
  caller: Caller,
  organisationId?: number,
): Promise<QueueScope> {
  const now = clock.now().getTime();
  const trees = await Promise.all(
    caller.tenantIds.map((companyId) => state.organisationTrees.load(database, companyId, now)),
  );
  const roots = organisationId === undefined ? caller.tenantIds : [organisationId];
  const permitted = trees
    .flatMap((tree) => roots.flatMap((root) => tree.merchantsBelow(root)))
    .filter(({ path }) => mayOn(caller, 'P_ACCESS_QUEUE_MANAGEMENT', path));
  const ids = [...new Set(permitted.flatMap(({ path }) => pathIds(path)))];
  const rows = await database<{ id: number }[]>`
    select organisation_id as id from organisation_feature where feature = 'QUEUE' and organisation_id = any (${ids})`;
  const withQueue = new Set(rows.map(({ id }) => id));
  const merchants = permitted.filter(({ path }) => pathIds(path).some((id) => withQueue.has(id)));
  if (merchants.length === 0) throw notPermitted();
  return { tenantIds: [...caller.tenantIds], merchants: [...new Set(merchants.map(({ id }) => id))] };
}

export const notPermitted = () => new Problem(403, 'V003', 'forbidden_error');
