import { NextStep } from '#web/links/next-step.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { withColumnFilters, readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { ExportMenu } from '#features/reports/exports/web/export-menu.tsx';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { toExportState, buildStatementRequest } from '../statements/statement-request.ts';
import { minimumDay, toInterval, writeDays } from '../statements/statement-interval.ts';
import {
  type StatementParams,
  parseDays,
  readFilters,
  withFilters,
  filterNames,
  noFilters,
  criteriaKey,
} from '../statements/statement-params.ts';
import { MoneyTotals } from '#features/record/reporting/web/money-totals.tsx';
import { getOrganisationHierarchy } from '#features/company/organisations/endpoints.ts';
import type { SearchResponse, SearchRequest } from '#features/record/reporting/search-schema.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { sortableFields } from '#features/record/reporting/filters/source-limits.ts';
import { useSourceLimits } from '#features/record/reporting/web/use-source-limits.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { TransactionList } from './transaction-list.tsx';
import { RangeOffers } from './range-offers.tsx';
import { panelLockMs, statementFields, useLateApply } from './statement-fields.ts';
import { readStatementAddress } from './statement-address.ts';
import { searchStatements } from '../endpoints.ts';
import { defaultSort, type SearchSort } from '../search-request.ts';
import { filterChoices, withinMetadata, type FilterSetting } from '../statements/statement-filters.ts';
import { transactionRows } from './transaction-columns.tsx';
import { useColumnChoice } from './column-choice.tsx';
import { useCellFields, withoutFields, useOfferedColumns } from './use-offered-columns.ts';

const address = {
  name: 'transactions',
  read: readStatementAddress,
  to: (params: StatementParams) => paths.statements(params),
  page: offsetPages<StatementParams>(),
};

/** /statements: transactions of an interval of days, filtered by organisation, status, type and outcome. */
export function StatementsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const page = useStatements(params);
  const times = useTimes();
  const { clean, refresh } = page;
  // Loads the route again without values that the metadata do not list (docs/domain.md#statements).
  useEffect(() => {
    if (clean !== params) go(clean, true);
  }, [clean, params, go]);
  const applied = useMemo(() => readFilters(clean), [clean]);
  const { isApplying, apply } = useLateApply((filters) => {
    if (JSON.stringify(filters) === JSON.stringify(applied) && clean.offset === 0) refresh();
    else go(withFilters(clean, filters));
  });
  const setting = { choices: page.choices, organisations: page.hierarchy };
  const snapshot =
    page.snapshotTime === undefined
      ? '\u00a0'
      : t('statements.snapshot', { time: times.short(page.snapshotTime) });
  return (
    <TransactionList
      title={t('screen.statements')}
      subtitle={<span className="number">{snapshot}</span>}
      state={state}
      page={{ ...page, isLoading: page.isLoading || isApplying }}
      actions={
        <ExportMenu
          request={page.request}
          interval={() => toInterval(parseDays(clean), times.zone)}
          timeZone={times.zone}
          more={toExportState(clean, times.zone)}
        />
      }
      notice={
        clean.cut !== undefined && (
          <Notice kind="info">{t('statements.cut', { day: times.day(clean.cut) })}</Notice>
        )
      }
      totals={<MoneyTotals request={page.request} />}
      lead={
        <RangePicker
          label={t('statements.days')}
          isLabelHidden
          value={parseDays(params)}
          min={minimumDay}
          today={times.today()}
          onChange={(days) => {
            if (days !== undefined) go({ ...clean, date: writeDays(days), cut: undefined, offset: 0 });
          }}
        />
      }
      fields={statementFields(applied, setting, t, apply)}
      onClear={() => go(withColumnFilters(withFilters(clean, noFilters), {}))}
      isLocked={isApplying}
      lockMs={panelLockMs}
      onSort={(field, direction) => go({ ...clean, field, direction, offset: 0 })}
      onFilter={(filters) => go(withColumnFilters(clean, filters))}
      empty={<EmptyStatement params={clean} total={page.total ?? 0} request={page.request} onGo={go} />}
    />
  );
}

interface Props {
  params: StatementParams;
  total: number;
  request: SearchRequest | undefined;
  onGo: (params: StatementParams) => void;
}

/** The reason why there are no rows, with an action to get some. */
function EmptyStatement({ params, total, request, onGo }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  if (total > 0) {
    return (
      <EmptyState
        title={t('search.past_end')}
        action={
          <Button variant="default" onClick={() => onGo({ ...params, offset: 0 })}>
            {t('search.first_page')}
          </Button>
        }
      >
        {t('search.past_end_text')}
      </EmptyState>
    );
  }
  const { from, to } = parseDays(params);
  const days = times.days(from, to);
  const filters = readFilters(params);
  const isToday = from === times.today();
  const isFiltered = filterNames.some((name) => filters[name].length > 0);
  return (
    <EmptyState
      title={t(isToday ? 'statements.none_today' : 'statements.none')}
      action={
        <>
          <RangeOffers
            request={request}
            onChoose={(_preset, range) => onGo({ ...params, date: writeDays(range), offset: 0 })}
          />
          {isFiltered && (
            <Button variant="default" onClick={() => onGo(withFilters(params, noFilters))}>
              {t('statements.remove_filters')}
            </Button>
          )}
        </>
      }
    >
      {t(isFiltered ? 'statements.none_filtered_text' : 'statements.none_text', { days })}
      <NextStep />
    </EmptyState>
  );
}

type StatementsPage = SearchResponse & { snapshotTime: string };

/** Fields that every row needs, shown or not. */
const always = ['txn_id'];

/** Opening or refreshing the screen takes a new snapshot. */
let rounds = 0;

/**
 * Metadata, organisations and one page of a statement. The first page sets the snapshot time; the following pages
 * are read as of that time, so new transactions do not move rows between pages.
 */
function useStatements(params: StatementParams) {
  const { zone } = useTimes();
  const [round, setRound] = useState(() => (rounds += 1));
  const snapshots = useRef(new Map<string, string>());
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { metadata, hierarchy, clean, columns } = useStatementColumns(params, orgId);
  const merchants = useMemo(
    () => (hierarchy.data ?? []).filter(({ type }) => type === 'MERCHANT').map(({ id }) => id),
    [hierarchy.data],
  );
  const sort = toSort(clean);
  const columnFilters = columnFilterFields(columns.filters, Object.keys(columns.filters), zone);
  const criteria = `${round} ${orgId} ${zone} ${criteriaKey(clean)}`;
  const requestAt = (snapshot: string | undefined): SearchRequest => {
    const request = buildStatementRequest(clean, {
      columns: columns.requested,
      sort,
      isWarehouse: columns.limits.isWarehouse,
      timeZone: zone,
      merchants,
      orgId,
      snapshot,
    });
    return { ...request, fields: [...request.fields, ...columnFilters] };
  };
  const page = useQuery<StatementsPage, CallFailure>({
    queryKey: [searchStatements.name, criteria, clean.offset, clean.pageSize, sort, columns.requested],
    queryFn: async ({ signal }) => {
      const body = requestAt(snapshots.current.get(criteria));
      const response = await callUntil(searchStatements, { body }, signal);
      const snapshotTime = snapshots.current.get(criteria) ?? response.snapshotTime;
      snapshots.current.set(criteria, snapshotTime);
      return { ...response, snapshotTime };
    },
    meta: { handlesOwnErrors: true },
    enabled: columns.columns.length > 0 && clean === params && !hierarchy.isPending,
    // A page of a snapshot never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const failure = metadata.failure ?? page.error;
  const data = failure === null ? page.data : undefined;
  const rows = useMemo(
    () => (data === undefined ? undefined : transactionRows(data.data, data.fieldNames ?? [])),
    [data],
  );
  return {
    ...columns,
    /** The parameters without values that the metadata do not list; a new object when some were dropped. */
    clean,
    sort,
    rows,
    failure,
    hierarchy,
    /** A failed request counts nothing (docs/domain.md#failed-requests); without metadata no request was sent. */
    total: page.error !== null && metadata.failure === null ? 0 : data?.resultsAvailable,
    snapshotTime: data?.snapshotTime,
    /** The request of the page on screen, as of its snapshot. */
    request:
      data === undefined || page.isPlaceholderData
        ? undefined
        : withoutFields(requestAt(data.snapshotTime), [...columns.columns, ...always]),
    isLoading: metadata.isFetching || hierarchy.isPending || page.isFetching,
    refresh: () => {
      metadata.retry();
      if (hierarchy.isError) void hierarchy.refetch();
      setRound((rounds += 1));
    },
  };
}

/** Columns, filters and choices that this user may have under the selected organisation. */
function useStatementColumns(params: StatementParams, orgId: number) {
  const limits = useSourceLimits();
  const { fields, offered, permitted, custom, ...metadata } = useOfferedColumns();
  const { organisation, tree } = useSignedIn();
  const hierarchy = useCall(
    getOrganisationHierarchy,
    { path: { orgId }, query: { withParent: 'true' } },
    {
      handlesOwnErrors: true,
      // The session has just loaded the tree of the user's own organisation.
      initialData: organisation.parentOrgId === orgId ? [...tree] : undefined,
      staleTime: 60_000,
    },
  );
  const organisations = hierarchy.data;
  const setting = useMemo<FilterSetting>(
    () => ({
      ...limits,
      fields: fields ?? [],
      nodes: organisations && new Set(organisations.map(({ id }) => String(id))),
    }),
    [fields, limits, organisations],
  );
  const clean = useMemo(
    () => (fields === undefined ? params : withinMetadata(params, setting)),
    [fields, params, setting],
  );
  const choice = useColumnChoice('statements', permitted, offered);
  const filters = useMemo(() => readColumnFilters(clean), [clean]);
  const columns = useMemo(() => (offered === undefined ? [] : [...choice.shown]), [offered, choice.shown]);
  const more = useCellFields(columns, offered);
  const requested = useMemo(() => [...new Set([...columns, ...always, ...more])], [columns, more]);
  return {
    metadata,
    hierarchy,
    clean,
    columns: {
      limits,
      offered,
      choice,
      custom,
      columns,
      requested,
      filters,
      sortable: useMemo(() => sortableFields(fields ?? [], limits), [fields, limits]),
      choices: useMemo(() => filterChoices(setting), [setting]),
    },
  };
}

function toSort({ field, direction }: StatementParams): SearchSort {
  if (field === undefined || direction === undefined) return defaultSort;
  return { field, direction: direction === 'asc' ? 'ASC' : 'DESC' };
}
