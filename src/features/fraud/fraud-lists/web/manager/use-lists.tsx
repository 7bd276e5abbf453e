import { IconHistory, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createList, searchParameterLists } from '../../endpoints.ts';
import { historyPermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import type { ListChange } from './list-change-dialog.tsx';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import type { ListsSearch } from '../../lists-address.ts';

const icon = { size: 16, 'aria-hidden': true } as const;

/** Under the pointer of a list's row: its history, and changes of its status. Only an inactive list is deleted. */
export function useListActions(onChoose: (change: ListChange) => void): GridAction<FraudList>[] {
  const { t } = useTranslation();
  const session = useSignedIn();
  const navigate = useNavigate();
  const change = (
    id: ListChange['action'],
    icon: GridAction<FraudList>['icon'],
    isForActive: boolean,
  ): GridAction<FraudList> => ({
    id,
    label: t(`fraud_lists.${id}`),
    icon,
    onClick: (list) => onChoose({ list, action: id }),
    isFor: ({ active }) => active === isForActive,
  });
  const history: GridAction<FraudList> = {
    id: 'history',
    label: t('fraud_lists.history'),
    icon: <IconHistory {...icon} />,
    onClick: ({ listType, listId }) => void navigate(paths.listHistory(listType, listId)),
  };
  return [
    ...(isAllowed(session, { anyOf: historyPermissions }) ? [history] : []),
    ...(isAllowed(session, { to: createList })
      ? [
          change('deactivate', <IconPlayerPause {...icon} />, true),
          change('activate', <IconPlayerPlay {...icon} />, false),
          change('delete', <IconTrash {...icon} />, false),
        ]
      : []),
  ];
}

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
