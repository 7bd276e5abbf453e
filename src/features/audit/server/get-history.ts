import { inTenant } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { getHistory as endpoint } from '../endpoints.ts';
import { readLines } from './audit-lines.ts';
import { loadTenantIdsInScope, scopeAnywhere } from './audit-scope.ts';

const page = 25;

/** Objects of others, and of nobody, have no history: the lines decide, not the id. */
export const getHistory = handleWithoutTransaction(endpoint, async ({ path, query, caller, services }) => {
  const scope = await scopeAnywhere(services.database, caller);
  const limit = query.pageSize ?? page;
  const lines = await inTenant(services.database, loadTenantIdsInScope(caller, scope), (sql) =>
    readLines(sql, { scope, ...path }, { limit: limit + 1 }),
  );
  return {
    lines: lines.slice(0, limit).map(({ place: _place, ...line }) => line),
    hasMore: lines.length > limit,
  };
});
