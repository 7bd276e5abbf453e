import { handle } from '#server/handler.ts';
import { listRelatedSchedules as call } from '../calls.ts';
import { relatedSchedules, wireRow } from './store/read/schedule-list.ts';

/** They repeat the same root at the same installation, so who may see the schedule may see them (the guard has asked). */
export const listRelatedSchedules = handle(call, async ({ sql, subject, query }) => {
  const { startFrom = 1, limit = 25 } = query;
  const { rows, found } = await relatedSchedules(sql, subject, { limit, offset: startFrom - 1 });
  return { data: rows.map((row) => wireRow(row)), resultsAvailable: found, resultsReturned: rows.length };
});
