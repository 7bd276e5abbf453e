import { inTenant } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { maxOffset } from '../audit-params.ts';
import * as endpoints from '../endpoints.ts';
import { findActorId, countLines, readLines } from './audit-lines.ts';
import { loadTenantIdsInScope, loadAuditScope, scopeAnywhere } from './audit-scope.ts';
import { buildAuditQuery } from './audit-query.ts';

export const searchAudit = handleWithoutTransaction(
  endpoints.searchAudit,
  async ({ path, query, caller, services }) => {
    const { database } = services;
    const scope = await loadAuditScope(database, caller, Number(path.orgId));
    const { offset, pageSize } = query;
    return inTenant(database, loadTenantIdsInScope(caller, scope), async (sql) => {
      const filter = buildAuditQuery(scope, query, await findActorId(sql, query.actor));
      const lines = await readLines(sql, filter, { offset, limit: pageSize });
      // A page that is not full implies the total, unless it is empty and not the first.
      const isLast = lines.length < pageSize && (lines.length > 0 || offset === 0);
      const counted = isLast ? offset + lines.length : await countLines(sql, filter, maxOffset + 1);
      return {
        lines: lines.map(({ place: _place, ...line }) => line),
        total: Math.min(counted, maxOffset),
        hasMore: counted > maxOffset,
      };
    });
  },
);

const page = 25;

/** Objects of other tenants have no history, because their lines are filtered out. */
export const getHistory = handleWithoutTransaction(
  endpoints.getHistory,
  async ({ path, query, caller, services }) => {
    const scope = await scopeAnywhere(services.database, caller);
    const limit = query.pageSize ?? page;
    const lines = await inTenant(services.database, loadTenantIdsInScope(caller, scope), (sql) =>
      readLines(sql, { scope, ...path }, { limit: limit + 1 }),
    );
    return {
      lines: lines.slice(0, limit).map(({ place: _place, ...line }) => line),
      hasMore: lines.length > limit,
    };
  },
);
