import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { type ListAddress, offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import type { Destination } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { daysOfPreset, matchPreset } from '#shared/calendar-day.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { cardField } from '../list-item-rules.ts';
import type { FraudList, HistoryEntry } from '../list-shapes.ts';
import type { HistorySort } from '../list-search.ts';
import { type HistorySearch, readHistorySearch, historyPresets } from '../lists-address.ts';
import { BackTo } from './back-to.tsx';
import { ListExportMenu } from './list-export-menu.tsx';
import { useListLabels, type ListLabels } from './use-list-labels.ts';
import { getListHistory } from '../endpoints.ts';
import { dayField, textField, valueSearch } from './filter-fields.ts';
import { SourceText, sourceLabel } from './source-text.tsx';

export interface HistoryRoutes {
  list: Destination;
  history: (search: HistorySearch) => Destination;
}

/** The changes of a list. */
export function ListHistory({ list, routes }: { list: FraudList; routes: HistoryRoutes }) {
  const { t } = useTranslation();
  const address = useMemo<ListAddress<HistorySearch>>(
    () => ({
      name: 'listHistory',
      read: readHistorySearch,
      to: routes.history,
      page: offsetPages<HistorySearch>(),
    }),
    [routes],
  );
  const state = useListState(address);
  const { params } = state;
  const labels = useListLabels();
  const times = useTimes();
  const { features } = useSignedIn();
  const { result, query } = useListHistory(list, params);
  const columns = useMemo(() => historyColumns(list, t, labels, times), [list, t, labels, times]);
  const title = t('fraud_lists.history_of', { name: labels.name(list) });
  useTabTitle(title);
  return (
    <ListScreen
      title={title}
      back={<BackTo to={routes.list} screen="list" />}
      state={state}
      actions={features.includes('ERE') && <ListExportMenu list={list} kind="history" query={query} />}
      search={valueSearch(params, list.dataField === cardField, t, state.change)}
      fields={historyFields(params, t, times.today(), state.change)}
      onClear={() => state.change(noHistoryFilters)}
      result={result}
      countKey="fraud_lists.count_changes"
      columns={columns}
      rowId={({ entryId }) => String(entryId)}
      {...sorting(params.sortField, params.direction, (field, direction) =>
        state.change({ sortField: field as HistorySort, direction }),
      )}
      failureTexts={{ title: t('fraud_lists.history_failed') }}
      empty={
        <EmptyState
          title={t('fraud_lists.no_changes')}
          step={
            params.searchRange === 'ANY_TIME'
              ? undefined
              : { label: t('fraud_lists.any_time'), onClick: () => state.change({ searchRange: 'ANY_TIME' }) }
          }
        />
      }
    />
  );
}

/** One page of what changed in a list, and the search as the export takes it. */
function useListHistory(list: FraudList, params: HistorySearch) {
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

/** The columns of a list's history. */
function historyColumns(
  { dataField }: FraudList,
  t: Translate,
  labels: ListLabels,
  times: Times,
): GridColumn<HistoryEntry>[] {
  const value = ({ maskedPan, value: text }: HistoryEntry): string =>
    maskedPan ?? (text === null ? '' : labels.value(dataField, text));
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
      isAlwaysShown: true,
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
      text: ({ source }) => (source === null ? '' : sourceLabel(source, t)),
      cell: ({ source }) => (source === null ? '' : <SourceText source={source} />),
    },
    {
      id: 'date',
      header: t('fraud_lists.column.date'),
      width: 180,
      ...timeColumn(times, ({ date }: HistoryEntry) => date),
      isSortable: true,
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
          ? labels.day(expiryDate)
          : text === null && maskedPan === null
            ? ''
            : t('fraud_lists.expiry.never'),
    },
  ];
}

const noHistoryFilters: Partial<HistorySearch> = {
  value: undefined,
  maskedPan: undefined,
  source: undefined,
  user: undefined,
  date: undefined,
  expiryDate: undefined,
  searchRange: readHistorySearch({}).searchRange,
};

/** Period, user, source and days. */
function historyFields(
  search: HistorySearch,
  t: Translate,
  today: string,
  change: (part: Partial<HistorySearch>) => void,
): ListField[] {
  const { searchRange, user, source, date, expiryDate } = search;
  return [
    {
      kind: 'days',
      id: 'range',
      label: t('fraud_lists.period'),
      value: searchRange === 'ANY_TIME' ? undefined : daysOfPreset(searchRange, today),
      isDefault: searchRange === noHistoryFilters.searchRange,
      min: '2000-01-01',
      today,
      presets: historyPresets,
      isPresetOnly: true,
      onChange: (days) =>
        change({ searchRange: (days && matchPreset(days, today, historyPresets)) ?? 'ANY_TIME' }),
    },
    textField('user', t('fraud_lists.column.user'), user, (next) => change({ user: next })),
    textField('source', t('fraud_lists.column.source'), source, (next) => change({ source: next })),
    dayField('date', t('fraud_lists.filter.date'), date, { today }, (day) => change({ date: day })),
    dayField('expiryDate', t('fraud_lists.filter.expires'), expiryDate, { today, isFuture: true }, (day) =>
      change({ expiryDate: day }),
    ),
  ];
}
