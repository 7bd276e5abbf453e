import { inTenant } from '#database/tenant.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { searchSchedules as endpoint } from '../endpoints.ts';
import { countSchedules, listSchedules, scheduleScope, wireRow } from './store/read/schedule-list.ts';

export const searchSchedules = handleWithoutTransaction(endpoint, async ({ services, caller, body }) => {
  const scope = await scheduleScope(services, caller, body.owner ?? []);
  return inTenant(services.database, scope.tenantIds, async (sql) => {
    const offset = body.startFrom - 1;
    const rows = await listSchedules(sql, scope, body, { limit: body.limit, offset });
    // A page that is not full tells the total by itself, unless it is empty and not the first.
    const isLast = rows.length < body.limit && (rows.length > 0 || offset === 0);
    return {
      data: rows.map((row) => wireRow(row, body.resultFields)),
      resultsAvailable: isLast ? offset + rows.length : await countSchedules(sql, scope, body),
      resultsReturned: rows.length,
    };
  });
});
