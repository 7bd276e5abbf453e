import { textOfDay } from '#shared/calendar-day.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { exportListHistory as endpoint } from '../endpoints.ts';
import { exportListHistory as schemas } from '../schemas.ts';
import { authoriseList } from './authorise-list.ts';
import { type StoredEntry, loadHistoryAfter } from './db/list-history.ts';
import { readHistoryFilter } from './history-filter.ts';
import { listDownload, buildTimeWriter } from './list-download.ts';

/** The entries of the search, newest first. */
export const exportListHistory = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { path, query } = ctx;
  const time = buildTimeWriter(query.timezone);
  const list = await ctx.inTenant((sql) => authoriseList({ ...ctx, sql }, path.listId, 'history'));
  const filter = readHistoryFilter(query);
  return listDownload<StoredEntry>(ctx, {
    format: query.format,
    name: `ListHistory_${list.name}`,
    loadAfter: (sql, last, limit) => loadHistoryAfter(sql, list, filter, last, limit),
    toCells: (entry) => [
      entry.action,
      entry.maskedPan ?? entry.value,
      entry.source,
      time(entry.changedAt),
      entry.changedBy,
      entry.expiryDate === null ? null : textOfDay(entry.expiryDate),
    ],
  });
});
