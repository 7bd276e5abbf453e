import { daysOfPreset } from '#shared/calendar-day.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { getListHistory } from '../../endpoints.ts';
import type { FraudList } from '../../list-shapes.ts';
import type { HistorySearch } from '../../lists-address.ts';

/** One page of what changed in a list, and the search as the export takes it. */
export function useListHistory(list: FraudList, params: HistorySearch) {
  const { organisation } = useSignedIn();
  const { zone, today } = useTimes();
  const range = params.searchRange === 'ANY_TIME' ? undefined : daysOfPreset(params.searchRange, today());
  const query = {
    'sortField.field': params.sortField,
    'sortField.sort': params.direction,
    'listAuditSearch.fromDate': range && startOfDayIn(range.from, zone).toISOString(),
    'listAuditSearch.toDate': range && endOfDayIn(range.to, zone).toISOString(),
    'listAuditSearch.value': params.value,
    'listAuditSearch.maskedPan': params.maskedPan,
    'listAuditSearch.source': params.source,
    'listAuditSearch.user': params.user,
    'listAuditSearch.date': params.date && endOfDayIn(params.date, zone).toISOString(),
    'listAuditSearch.expiryDate': params.expiryDate,
  };
  const result = useListResult(
    getListHistory,
    {
      path: { listId: list.listId, orgId: organisation.selectedParentOrgId },
      query: { ...query, limit: params.pageSize, startFrom: params.offset + 1 },
    },
    readData,
  );
  return { result, query };
}
