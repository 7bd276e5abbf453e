import { textOfDay } from '#shared/calendar-day.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { exportListItems as endpoint } from '../endpoints.ts';
import { cardField } from '../list-item-rules.ts';
import { exportListItems as schemas } from '../schemas.ts';
import { authoriseList } from './authorise-list.ts';
import { type StoredItem, loadItemsAfter } from './db/find-items.ts';
import { listDownload, buildTimeWriter } from './list-download.ts';

/** Named after the list. Card lists show the masked number and the known properties of the card. */
export const exportListItems = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { path, query } = ctx;
  const time = buildTimeWriter(query.timezone);
  const list = await ctx.inTenant((sql) => authoriseList({ ...ctx, sql }, path.listId, 'exportItems'));
  const isCard = list.dataField === cardField;
  return listDownload<StoredItem>(ctx, {
    format: query.format,
    name: list.name,
    loadAfter: (sql, last, limit) => loadItemsAfter(sql, list, last, limit),
    toCells: (item) => [
      isCard ? item.maskedPan : item.value,
      item.source,
      time(item.addedAt),
      item.expiryDate === null ? null : textOfDay(item.expiryDate),
      ...(isCard
        ? [
            item.cardIssuerName,
            item.cardBrand,
            item.cardScheme,
            item.cardUsageType,
            item.cardIssuerCountryCode,
          ]
        : []),
    ],
  });
});
