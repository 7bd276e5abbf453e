import { keepPreviousData } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { daysOfPreset } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { Page } from '#ui/layout/page.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { type ListAddress, offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { type Destination, paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getList, getListHistory } from '../../endpoints.ts';
import { cardField } from '../../list-item-rules.ts';
import type { FraudList, HistoryEntry } from '../../list-shapes.ts';
import type { HistorySort } from '../../list-search.ts';
import { type HistorySearch, readHistorySearch } from '../../lists-address.ts';
import { type ListType, listTypes } from '../../standard-lists.ts';
import { BackTo } from '../back-to.tsx';
import { dayEnd } from '../day-end.ts';
import { ListExportMenu } from '../list-export-menu.tsx';
import { SourceText, sourceWords } from '../source-text.tsx';
import { type ListWords, useListWords } from '../use-list-words.ts';
import { HistoryFilterForm, historyChips } from './history-filter-form.tsx';

interface Routes {
  list: Destination;
  history: (search: HistorySearch) => Destination;
}

/** /lists/list/{type}/{id}/history */
export function ListHistoryScreen() {
  const type = usePathPart('type');
  const id = usePathPart('id');
  const routes = useMemo<Routes>(
    () => ({
      list: paths.list(type, id),
      history: (search) => paths.listHistory(type, id, { ...search }),
    }),
    [type, id],
  );
  const isKnown = (listTypes as readonly string[]).includes(type) && /^\d{1,9}$/.test(id);
  return isKnown ? (
    <LoadedHistory key={id} listId={Number(id)} type={type as ListType} routes={routes} />
  ) : (
    <Navigate {...paths.error(404)} replace />
  );
}

/** /risk-controls/negativeList/{id}/history */
export function RiskControlsListHistoryScreen() {
  const id = usePathPart('id');
  const routes = useMemo<Routes>(
    () => ({
      list: paths.riskControlsList(id),
      history: (search) => paths.riskControlsListHistory(id, { ...search }),
    }),
    [id],
  );
  if (!/^\d{1,9}$/.test(id)) return <Navigate {...paths.error(404)} replace />;
  return <LoadedHistory key={id} listId={Number(id)} type="negativeList" routes={routes} />;
}

function LoadedHistory({ listId, type, routes }: { listId: number; type: ListType; routes: Routes }) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const path = { listId, orgId: organisation.selectedParentOrgId };
  const { data: list } = useCall(getList, { path });
  if (list == null) {
    return (
      <Page title={t('screen.listHistory')}>
        <SkeletonLines lines={12} />
      </Page>
    );
  }
  if (list.listType !== type) return <Navigate {...paths.error(404)} replace />;
  return <ListHistory list={list} routes={routes} />;
}

function ListHistory({ list, routes }: { list: FraudList; routes: Routes }) {
  const { t } = useTranslation();
  const address = useMemo<ListAddress<HistorySearch>>(
    () => ({ read: readHistorySearch, to: routes.history, page: offsetPages<HistorySearch>() }),
    [routes],
  );
  const state = useListState(address);
  const { params } = state;
  const words = useListWords();
  const times = useTimes();
  const { features } = useSignedIn();
  const { result, query } = useHistory(list, params);
  const columns = useMemo(() => historyColumns(list, t, words, times), [list, t, words, times]);
  return (
    <ListScreen
      title={t('fraud_lists.history_of', { name: words.name(list) })}
      back={<BackTo to={routes.list} screen="list" />}
      state={state}
      actions={features.includes('ERE') && <ListExportMenu list={list} kind="history" query={query} />}
      filterPanel={state.filterPanel}
      openFilter={
        <HistoryFilterForm
          key={state.criteria}
          search={params}
          isCard={list.dataField === cardField}
          onSearch={state.change}
        />
      }
      chips={historyChips(params, t, state.change)}
      result={result}
      countKey="fraud_lists.count_changes"
      columns={columns}
      rowId={({ entryId }) => String(entryId)}
      sort={{ field: params.sortField, direction: params.direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ field, direction }) =>
        state.change({ sortField: field as HistorySort, direction: direction === 'asc' ? 'ASC' : 'DESC' })
      }
      failureTexts={{ title: t('fraud_lists.history_failed') }}
      empty={
        <EmptyState
          title={t('fraud_lists.no_changes')}
          action={
            params.searchRange !== 'ANY_TIME' && (
              <Button variant="default" onClick={() => state.change({ searchRange: 'ANY_TIME' })}>
                {t('fraud_lists.any_time')}
              </Button>
            )
          }
        />
      }
    />
  );
}

function useHistory(list: FraudList, params: HistorySearch) {
  const { organisation } = useSignedIn();
  const { zone, today } = useTimes();
  const range = params.searchRange === 'ANY_TIME' ? undefined : daysOfPreset(params.searchRange, today());
  const query = {
    'sortField.field': params.sortField,
    'sortField.sort': params.direction,
    'listAuditSearch.fromDate': range && startOfDayIn(range.from, zone).toISOString(),
    'listAuditSearch.toDate': range && dayEnd(range.to, zone),
    'listAuditSearch.value': params.value,
    'listAuditSearch.maskedPan': params.maskedPan,
    'listAuditSearch.source': params.source,
    'listAuditSearch.user': params.user,
    'listAuditSearch.date': params.date === undefined ? undefined : dayEnd(params.date, zone),
    'listAuditSearch.expiryDate': params.expiryDate,
  };
  const page = useCall(
    getListHistory,
    {
      path: { listId: list.listId, orgId: organisation.selectedParentOrgId },
      query: { ...query, limit: params.pageSize, startFrom: params.offset + 1 },
    },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const result = {
    rows: page.data?.data,
    total: page.data?.resultsAvailable,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
  return { result, query };
}

function historyColumns(
  { dataField }: FraudList,
  t: Translate,
  words: ListWords,
  times: Times,
): GridColumn<HistoryEntry>[] {
  const value = ({ maskedPan, value: text }: HistoryEntry): string =>
    maskedPan ?? (text === null ? '' : words.value(dataField, text));
  return [
    {
      id: 'action',
      header: t('fraud_lists.column.action'),
      width: 170,
      text: ({ action }) => t(`fraud_lists.action.${action}`),
      card: 'title',
    },
    {
      id: 'value',
      header: t(dataField === cardField ? 'fraud_lists.column.maskedPan' : 'fraud_lists.column.value'),
      width: 260,
      isSortable: true,
      text: value,
      card: 'subtitle',
    },
    {
      id: 'source',
      header: t('fraud_lists.column.source'),
      width: 260,
      isSortable: true,
      text: ({ source }) => (source === null ? '' : sourceWords(source, t)),
      cell: ({ source }) => (source === null ? '' : <SourceText source={source} />),
    },
    {
      id: 'date',
      header: t('fraud_lists.column.date', { zone: times.zoneName }),
      width: 180,
      isSortable: true,
      isNumeric: true,
      text: ({ date }) => times.short(date),
      card: 'time',
    },
    {
      id: 'user',
      header: t('fraud_lists.column.user'),
      width: 180,
      isSortable: true,
      text: ({ user }) => (user === 'system' ? t('fraud_lists.system') : user),
      card: 'subtitle',
    },
    {
      id: 'expiryDate',
      header: t('fraud_lists.column.expires'),
      width: 150,
      isSortable: true,
      isNumeric: true,
      text: ({ expiryDate, value: text, maskedPan }) =>
        expiryDate !== null
          ? words.day(expiryDate)
          : text === null && maskedPan === null
            ? ''
            : t('fraud_lists.expiry.never'),
    },
  ];
}
