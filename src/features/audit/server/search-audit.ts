import { inTenant } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { maxOffset } from '../audit-params.ts';
import { searchAudit as endpoint } from '../endpoints.ts';
import { findActorId, countLines, readLines } from './audit-lines.ts';
import { loadTenantIdsInScope, loadAuditScope } from './audit-scope.ts';
import { buildAuditQuery } from './build-audit-query.ts';

export const searchAudit = handleWithoutTransaction(endpoint, async ({ path, query, caller, services }) => {
  const { database } = services;
  const scope = await loadAuditScope(database, caller, Number(path.orgId));
  const { offset, pageSize } = query;
  return inTenant(database, loadTenantIdsInScope(caller, scope), async (sql) => {
    const question = buildAuditQuery(scope, query, await findActorId(sql, query.actor));
    const lines = await readLines(sql, question, { offset, limit: pageSize });
    // A page that is not full tells the total by itself, unless it is empty and not the first.
    const isLast = lines.length < pageSize && (lines.length > 0 || offset === 0);
    const counted = isLast ? offset + lines.length : await countLines(sql, question, maxOffset + 1);
    return {
      lines: lines.map(({ place: _place, ...line }) => line),
      total: Math.min(counted, maxOffset),
      hasMore: counted > maxOffset,
    };
  });
});
