import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconHistory, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed, isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createList, searchParameterLists } from '../../endpoints.ts';
import { historyPermissions, rulePermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import { listSorts } from '../../list-search.ts';
import { type ListsSearch, defaultLists, readListsSearch } from '../../lists-address.ts';
import { dayEnd } from '../day-end.ts';
import { useListWords } from '../use-list-words.ts';
import { LinkedRulesDialog } from './linked-rules-dialog.tsx';
import { type ListChange, ListChangeDialog } from './list-change-dialog.tsx';
import { listColumns } from './list-columns.tsx';
import { ListsFilter, listChips } from './lists-filter.tsx';

const address = {
  read: readListsSearch,
  to: (params: ListsSearch) => paths.lists({ ...params }),
  page: offsetPages<ListsSearch>(),
};
const rowId = ({ listId }: FraudList): string => String(listId);

/** /lists: the parameter lists of the selected organisation, of those above it and of those below it. */
export function ListsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params } = state;
  const session = useSignedIn();
  const navigate = useNavigate();
  const words = useListWords();
  const times = useTimes();
  const [change, setChange] = useState<ListChange>();
  const [linked, setLinked] = useState<FraudList>();
  const result = useLists(params);
  const columns = useMemo(
    () =>
      listColumns(t, words, times, isAllowed(session, { anyOf: rulePermissions }) ? setLinked : undefined),
    [t, words, times, session],
  );
  const chips = listChips(params, t, words, state.change);
  const mayEdit = isAllowed(session, { to: createList });
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <ListScreen
      title={t('screen.lists')}
      subtitle={session.organisation.selectedOrgName}
      state={state}
      actions={
        <Allowed to={createList}>
          <LinkButton to={paths.newList()} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('fraud_lists.create')}
          </LinkButton>
        </Allowed>
      }
      filterPanel={state.filterPanel}
      openFilter={<ListsFilter key={state.criteria} search={params} onSearch={state.change} />}
      chips={chips}
      result={result}
      countKey="fraud_lists.count"
      columns={columns}
      rowId={rowId}
      sort={{
        field: params.sortField.replace('auditData.', ''),
        direction: params.direction === 'ASC' ? 'asc' : 'desc',
      }}
      onSort={({ field, direction }) =>
        state.change({
          sortField: listSorts.find((sort) => sort.endsWith(field)) ?? 'name',
          direction: direction === 'asc' ? 'ASC' : 'DESC',
        })
      }
      onOpen={({ listType, listId }) => void navigate(paths.list(listType, listId))}
      rowActions={[
        ...(isAllowed(session, { anyOf: historyPermissions })
          ? [
              {
                id: 'history',
                label: t('fraud_lists.history'),
                icon: <IconHistory {...icon} />,
                onClick: ({ listType, listId }: FraudList) =>
                  void navigate(paths.listHistory(listType, listId)),
              },
            ]
          : []),
        ...(mayEdit
          ? [
              {
                id: 'deactivate',
                label: t('fraud_lists.deactivate'),
                icon: <IconPlayerPause {...icon} />,
                onClick: (list: FraudList) => setChange({ list, action: 'deactivate' }),
                isFor: ({ active }: FraudList) => active,
              },
              {
                id: 'activate',
                label: t('fraud_lists.activate'),
                icon: <IconPlayerPlay {...icon} />,
                onClick: (list: FraudList) => setChange({ list, action: 'activate' }),
                isFor: ({ active }: FraudList) => !active,
              },
              {
                id: 'delete',
                label: t('fraud_lists.delete'),
                icon: <IconTrash {...icon} />,
                onClick: (list: FraudList) => setChange({ list, action: 'delete' }),
                isFor: ({ active }: FraudList) => !active,
              },
            ]
          : []),
      ]}
      failureTexts={{
        title: t('fraud_lists.failed'),
        forbidden: { title: t('fraud_lists.forbidden'), text: t('fraud_lists.forbidden_text') },
      }}
      empty={<NoLists isFiltered={chips.length > 0} onClear={() => state.go(defaultLists)} />}
    >
      <ListChangeDialog change={change} onClose={() => setChange(undefined)} onChanged={result.refresh} />
      <LinkedRulesDialog list={linked} onClose={() => setLinked(undefined)} />
    </ListScreen>
  );
}

function useLists(params: ListsSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const page = useCall(
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
          params.lastUpdatedTime === undefined ? undefined : dayEnd(params.lastUpdatedTime, zone),
      },
    },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  return {
    rows: page.data?.data,
    total: page.data?.resultsAvailable,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
}

function NoLists({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState
        title={t('fraud_lists.none_so')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('fraud_lists.clear_filters')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t('fraud_lists.none')}
      action={
        <Allowed to={createList}>
          <LinkButton to={paths.newList()} variant="default">
            {t('fraud_lists.create')}
          </LinkButton>
        </Allowed>
      }
    >
      {t('fraud_lists.none_text')}
    </EmptyState>
  );
}
