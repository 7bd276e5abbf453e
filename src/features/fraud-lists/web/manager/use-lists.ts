import { endOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchParameterLists } from '../../endpoints.ts';
import type { ListsSearch } from '../../lists-address.ts';

/** One page of the lists. */
export function useLists(params: ListsSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  return useListResult(
    searchParameterLists,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: {
        limit: params.pageSize,
        startFrom: params.offset + 1,
        'sortField.field': params.sortField,
        'sortField.sort': params.direction,
        'listSearch.hotList': params.hotList,
        'listSearch.name': params.name,
        'listSearch.fieldType': params.fieldType,
        'listSearch.lastUpdatedTime':
          params.lastUpdatedTime && endOfDayIn(params.lastUpdatedTime, zone).toISOString(),
      },
    },
    readData,
  );
}
