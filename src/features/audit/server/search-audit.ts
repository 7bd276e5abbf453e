import { inTenant } from '#database/tenant.ts';
import { handleInSteps } from '#server/handler.ts';
import { mostOffset } from '../audit-params.ts';
import { searchAudit as call } from '../calls.ts';
import { actorOf, countLines, readLines } from './audit-lines.ts';
import { companiesOfScope, scopeOf } from './audit-scope.ts';
import { questionOf } from './question-of.ts';

export const searchAudit = handleInSteps(call, async ({ path, query, caller, services }) => {
  const { database } = services;
  const scope = await scopeOf(database, caller, Number(path.orgId));
  const { offset, pageSize } = query;
  return inTenant(database, companiesOfScope(caller, scope), async (sql) => {
    const question = questionOf(scope, query, await actorOf(sql, query.actor));
    const lines = await readLines(sql, question, { offset, limit: pageSize });
    // A page that is not full tells the total by itself, unless it is empty and not the first.
    const isLast = lines.length < pageSize && (lines.length > 0 || offset === 0);
    const counted = isLast ? offset + lines.length : await countLines(sql, question, mostOffset + 1);
    return {
      lines: lines.map(({ place: _place, ...line }) => line),
      total: Math.min(counted, mostOffset),
      hasMore: counted > mostOffset,
    };
  });
});
