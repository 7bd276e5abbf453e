import { handle } from '#server/handler.ts';
import { listRelatedSchedules as endpoint } from '../endpoints.ts';
import { relatedSchedules, wireRow } from './store/read/schedule-list.ts';

/** They repeat the same root at the same installation, so who may see the schedule may see them (the guard has asked). */
export const listRelatedSchedules = handle(endpoint, async ({ sql, resource, query }) => {
  const { startFrom = 1, limit = 25 } = query;
  const { rows, found } = await relatedSchedules(sql, resource, { limit, offset: startFrom - 1 });
  return { data: rows.map((row) => wireRow(row)), resultsAvailable: found, resultsReturned: rows.length };
});
