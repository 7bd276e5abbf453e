import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { type ListAddress, offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import type { Destination } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { daysOfPreset } from '#shared/calendar-day.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { cardField } from '../list-item-rules.ts';
import type { FraudList, HistoryEntry } from '../list-shapes.ts';
import type { HistorySort } from '../list-search.ts';
import { type HistorySearch, readHistorySearch, type HistoryRange, historyRanges } from '../lists-address.ts';
import { BackTo } from './back-to.tsx';
import { ListExportMenu } from './list-export-menu.tsx';
import { useListLabels, type ListLabels } from './use-list-labels.ts';
import { getListHistory } from '../endpoints.ts';
import { DayFilter, TextFilters, criterionChips } from './filter-fields.tsx';
import { SourceText, sourceLabel } from './source-text.tsx';
import classes from './fraud-lists.module.css';

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
      filterPanel={state.filterPanel}
      openFilter={
        <HistoryFilterForm
          key={state.criteria}
          search={params}
          isCard={list.dataField === cardField}
          onSearch={state.change}
        />
      }
      chips={historyChips(params, t, times, state.change)}
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

interface HistoryFilterFormProps {
  search: HistorySearch;
  isCard: boolean;
  onSearch: (part: Partial<HistorySearch>) => void;
}

const rangeLabel = (range: HistoryRange, t: Translate): string =>
  range === 'ANY_TIME' ? t('fraud_lists.any_time') : t(`ui.preset.${range}`);

/** Period, value, user and day. */
function HistoryFilterForm({ search, isCard, onSearch }: HistoryFilterFormProps) {
  const { t } = useTranslation();
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
      <SelectField
        label={t('fraud_lists.period')}
        choices={historyRanges.map((range) => ({ value: range, label: rangeLabel(range, t) }))}
        value={search.searchRange}
        onChange={(range) => onSearch({ searchRange: range as HistoryRange })}
      />
      <TextFilters
        {...{ search, isCard, onSearch }}
        otherName="user"
        otherLabel={t('fraud_lists.column.user')}
      />
      <DayFilter
        label={t('fraud_lists.filter.date')}
        value={search.date}
        onChange={(date) => onSearch({ date })}
      />
    </form>
  );
}

/** The period is a chip too, which opens the filters. */
function historyChips(
  search: HistorySearch,
  t: Translate,
  times: Times,
  change: (part: Partial<HistorySearch>) => void,
): FilterChip[] {
  const { value, maskedPan, source, user, date, expiryDate, searchRange } = search;
  const chips = criterionChips<keyof HistorySearch>(
    [
      ['value', t('fraud_lists.column.value'), value],
      ['maskedPan', t('fraud_lists.column.maskedPan'), maskedPan],
      ['source', t('fraud_lists.column.source'), source],
      ['user', t('fraud_lists.column.user'), user],
      ['date', t('fraud_lists.filter.date'), date && times.day(date)],
      ['expiryDate', t('fraud_lists.filter.expires'), expiryDate && times.day(expiryDate)],
    ],
    (name) => change({ [name]: undefined }),
  );
  const range: FilterChip = { id: 'range', label: rangeLabel(searchRange, t) };
  if (searchRange !== 'ANY_TIME') range.onRemove = () => change({ searchRange: 'ANY_TIME' });
  return [...chips, range];
}
