import { type ButtonProps, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus, IconHistory, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed, isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { GridAction, GridColumn } from '#ui/grid/grid-column.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useCall } from '#web/call/use-call.ts';
import { type ListField, isNarrowed } from '#web/list-screen/list-field.ts';
import { createList, searchParameterLists, getListDataFields } from '../../endpoints.ts';
import { rulePermissions, historyPermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import { listSorts } from '../../list-search.ts';
import { type ListsSearch, defaultLists, readListsSearch } from '../../lists-address.ts';
import { useListLabels, type ListLabels } from '../use-list-labels.ts';
import { LinkedRulesDialog } from './linked-rules-dialog.tsx';
import { type ListChange, ListChangeDialog } from './list-change-dialog.tsx';
import { HotBadge } from '../list-status.tsx';
import { dayField } from '../filter-fields.ts';
import { stateColumns } from '../standard-columns.tsx';
import classes from '../fraud-lists.module.css';

const address = {
  name: 'lists',
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
  const labels = useListLabels();
  const times = useTimes();
  const [change, setChange] = useState<ListChange>();
  const [linked, setLinked] = useState<FraudList>();
  const result = useLists(params);
  const columns = useMemo(
    () =>
      listColumns(t, labels, times, isAllowed(session, { anyOf: rulePermissions }) ? setLinked : undefined),
    [t, labels, times, session],
  );
  const fields = useListFilters(params, state.change);
  const rowActions = useListActions(setChange);
  const create = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) => (
    <Allowed to={createList}>
      <LinkButton to={paths.newList()} {...button}>
        {t('fraud_lists.create')}
      </LinkButton>
    </Allowed>
  );
  return (
    <ListScreen
      title={t('screen.lists')}
      subtitle={session.organisation.selectedOrgName}
      state={state}
      actions={create({ leftSection: <IconPlus size={16} aria-hidden /> })}
      search={{
        label: t('fraud_lists.column.name'),
        text: params.name,
        maxLength: 255,
        onSearch: (name) => state.change({ name }),
      }}
      onClear={() => state.go(defaultLists)}
      {...{ fields, result, columns, rowId, rowActions }}
      countKey="fraud_lists.count"
      {...sorting(params.sortField.replace('auditData.', ''), params.direction, (field, direction) =>
        state.change({ sortField: listSorts.find((sort) => sort.endsWith(field)) ?? 'name', direction }),
      )}
      onOpen={({ listType, listId }) => void navigate(paths.list(listType, listId))}
      failureTexts={{
        title: t('fraud_lists.failed'),
        forbidden: { title: t('fraud_lists.forbidden'), text: t('fraud_lists.forbidden_text') },
      }}
      empty={
        params.name !== undefined || isNarrowed(fields) ? (
          <EmptyState
            title={t('fraud_lists.none_so')}
            step={{ label: t('fraud_lists.clear_filters'), onClick: () => state.go(defaultLists) }}
          />
        ) : (
          <EmptyState title={t('fraud_lists.none')} action={create({ variant: 'default' })}>
            {t('fraud_lists.none_text')}
          </EmptyState>
        )
      }
    >
      <ListChangeDialog change={change} onClose={() => setChange(undefined)} onChanged={result.refresh} />
      <LinkedRulesDialog list={linked} onClose={() => setLinked(undefined)} />
    </ListScreen>
  );
}

const icon = { size: 16, 'aria-hidden': true } as const;

/** Under the pointer of a list's row: its history, and changes of its status. Only an inactive list is deleted. */
function useListActions(onChoose: (change: ListChange) => void): GridAction<FraudList>[] {
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
function useLists(params: ListsSearch) {
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

/** The columns of the manager. `onRules` opens the rules of a list; without it the number is plain text. */
function listColumns(
  t: Translate,
  labels: ListLabels,
  times: Times,
  onRules: ((list: FraudList) => void) | undefined,
): GridColumn<FraudList>[] {
  const [status, items] = stateColumns(t, labels);
  return [
    {
      id: 'name',
      isAlwaysShown: true,
      header: t('fraud_lists.column.name'),
      width: 280,
      isSortable: true,
      text: ({ name }) => name,
      cell: ({ name, hotList }) => (
        <span className={classes.facts}>
          {name}
          {hotList && <HotBadge />}
        </span>
      ),
      card: 'title',
    },
    {
      id: 'dataField',
      header: t('fraud_lists.column.field'),
      width: 180,
      isSortable: true,
      text: ({ dataField, dataFieldName }) => labels.field(dataField, dataFieldName),
      card: 'subtitle',
    },
    { ...status, isSortable: true },
    items,
    {
      id: 'rules',
      header: t('fraud_lists.column.rules'),
      width: 110,
      minWidth: 90,
      align: 'end',
      isNumeric: true,
      text: ({ rulesCount }) => labels.number(rulesCount),
      cell: (list) =>
        onRules === undefined || list.rulesCount === 0 ? (
          labels.number(list.rulesCount)
        ) : (
          <UnstyledButton className={classes.link} onClick={() => onRules(list)}>
            {t('fraud_lists.rules', { count: list.rulesCount, number: labels.number(list.rulesCount) })}
          </UnstyledButton>
        ),
    },
    {
      id: 'lastUpdatedTime',
      header: t('fraud_lists.column.updated'),
      width: 180,
      ...timeColumn(times, ({ auditData }: FraudList) => auditData.lastUpdatedTime),
      isSortable: true,
      card: 'time',
    },
  ];
}

/** Field, day of the last change, and hot lists. */
function useListFilters(search: ListsSearch, change: (part: Partial<ListsSearch>) => void): ListField[] {
  const { t } = useTranslation();
  const labels = useListLabels();
  const today = useTimes().today();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const fields = useCall(getListDataFields, { path }, { handlesOwnErrors: true }).data ?? [];
  const choices = fields
    .map(({ dataField, displayName }) => ({ value: dataField, label: labels.field(dataField, displayName) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, labels.locale));
  return [
    {
      kind: 'choice',
      id: 'fieldType',
      label: t('fraud_lists.column.field'),
      chip: search.fieldType && labels.field(search.fieldType),
      value: search.fieldType,
      choices,
      onChange: (fieldType) => change({ fieldType }),
    },
    dayField('lastUpdatedTime', t('fraud_lists.updated_on'), search.lastUpdatedTime, { today }, (day) =>
      change({ lastUpdatedTime: day }),
    ),
    {
      kind: 'choice',
      id: 'hotList',
      label: t('fraud_lists.hot'),
      value: search.hotList,
      choices: [{ value: 'true', label: t('fraud_lists.hot_only') }],
      onChange: (hotList) => change({ hotList: hotList === 'true' ? 'true' : undefined }),
    },
  ];
}
