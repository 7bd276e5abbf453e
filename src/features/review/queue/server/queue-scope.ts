import type { Sql } from '#database/connection.ts';
import { pathIds } from '#shared/org-path.ts';
import { Problem } from '#shared/problem.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';

/** The merchants whose tasks a caller may see, as whole companies where possible. */
export interface QueueScope {
  /** Companies with such a merchant. */
  tenantIds: number[];
  /** Undefined: all merchants of the companies. */
  merchants: number[] | undefined;
}

/**
 * Merchants where the caller holds the permission and that have the feature, at and below an organisation or anywhere.
 * Throws V003 when there is none. A handler with a transaction passes its `sql` as the database.
 */
export async function queueScope(
  { database, clock, state }: Pick<CoreServices, 'clock' | 'state'> & { database: Sql },
  caller: Caller,
  organisationId?: number,
): Promise<QueueScope> {
  const now = clock.now().getTime();
  const companies = await Promise.all(
    caller.tenantIds.map(async (companyId) => {
      const tree = await state.organisationTrees.load(database, companyId, now);
      const roots = organisationId === undefined ? caller.tenantIds : [organisationId];
      const permitted = roots
        .flatMap((root) => tree.merchantsBelow(root))
        .filter(({ path }) => mayOn(caller, 'P_ACCESS_QUEUE_MANAGEMENT', path));
      return { companyId, permitted, all: tree.merchantsBelow(companyId).length };
    }),
  );
  const ids = new Set(companies.flatMap(({ permitted }) => permitted.flatMap(({ path }) => pathIds(path))));
  const rows = await database<{ id: number }[]>`
    select organisation_id as id from organisation_feature where feature = 'QUEUE' and organisation_id = any (${[...ids]})`;
  const withQueue = new Set(rows.map(({ id }) => id));
  const scopes = companies
    .map(({ companyId, permitted, all }) => {
      const inQueue = permitted.filter(({ path }) => pathIds(path).some((id) => withQueue.has(id)));
      const merchants = [...new Set(inQueue.map(({ id }) => id))];
      return { companyId, merchants, isWhole: merchants.length === all };
    })
    .filter(({ merchants }) => merchants.length > 0);
  if (scopes.length === 0) throw notPermitted();
  return {
    tenantIds: scopes.map(({ companyId }) => companyId),
    merchants: scopes.every(({ isWhole }) => isWhole)
      ? undefined
      : scopes.flatMap(({ merchants }) => merchants),
  };
}

export const notPermitted = () => new Problem(403, 'V003', 'forbidden_error');
