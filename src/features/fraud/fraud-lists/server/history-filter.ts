import type { QueryOf } from '#shared/define-endpoint.ts';
import type { exportListHistory } from '../endpoints.ts';
import type { HistoryFilter } from './db/list-history.ts';

type Query = Omit<QueryOf<typeof exportListHistory>, 'format' | 'timezone'>;

/** The filter of a history request, shared by the screen and the file. */
export function readHistoryFilter(query: Query): HistoryFilter {
  const instant = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : new Date(text);
  return {
    from: instant(query['listAuditSearch.fromDate']),
    to: instant(query['listAuditSearch.toDate']),
    maskedPan: query['listAuditSearch.maskedPan'],
    value: query['listAuditSearch.value'],
    source: query['listAuditSearch.source'],
    dayUntil: instant(query['listAuditSearch.date']),
    user: query['listAuditSearch.user'],
    expiryDate: query['listAuditSearch.expiryDate'],
  };
}
