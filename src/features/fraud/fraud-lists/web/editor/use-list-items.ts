import { endOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { getCardListItems, getListItems } from '../../endpoints.ts';
import { cardField } from '../../list-item-rules.ts';
import type { FraudList } from '../../list-shapes.ts';
import type { ItemsSearch } from '../../lists-address.ts';

/** One page of the values of a list. */
export function useListItems(list: FraudList, params: ItemsSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  return useListResult(
    list.dataField === cardField ? getCardListItems : getListItems,
    {
      path: { listId: list.listId, orgId: organisation.selectedParentOrgId },
      query: {
        limit: params.pageSize,
        startFrom: params.offset + 1,
        'sortField.field': params.sortField,
        'sortField.sort': params.direction,
        'listItemSearch.value': params.value,
        'listItemSearch.source': params.source,
        'listItemSearch.addedDate': params.addedDate && endOfDayIn(params.addedDate, zone).toISOString(),
        'listItemSearch.expiryDate': params.expiryDate,
        'listItemSearch.maskedPan': params.maskedPan,
      },
    },
    readData,
  );
}
