import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ComponentType, Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTimes } from '#web/format/use-times.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type ColumnFilters,
  readColumnFilters,
  withColumnFilters,
} from '#features/record/reporting/filters/filter-params.ts';
import { type SearchParams, defaultSearch, readSearchParams } from '../search-params.ts';
import { rangeInterval } from '../search-range.ts';
import { MoneyTotals } from '#features/record/reporting/web/money-totals.tsx';
import { NothingFound } from './search-message.tsx';
import { type SearchInput, isSame, searchFilters, valueSearch } from './search-bar.ts';
import { TransactionList } from './transaction-list.tsx';
import { useSearchFields } from './use-search-fields.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { columnFilterFields, possibleFilters } from '#features/record/reporting/filters/column-filter.ts';
import { sortableFields } from '#features/record/reporting/filters/source-limits.ts';
import { useSourceLimits } from '#features/record/reporting/web/use-source-limits.ts';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchSameCard, searchTransactions } from '../endpoints.ts';
import { buildSearchRequest, buildSort, snapshotFor } from '../search-request.ts';
import { transactionRows } from './transaction-columns.tsx';
import { readColumnList } from '../column-list.ts';
import { useColumnChoice } from './column-choice.tsx';
import { useOfferedColumns, useCellFields, withoutFields } from './use-offered-columns.ts';

const address = {
  name: 'transactions',
  read: readSearchParams,
  to: (params: SearchParams) => paths.search(params),
  page: offsetPages<SearchParams>(),
};
// Loaded after the screen, because an export follows a search.
const ExportMenu = lazy(async () => ({
  default: (await import('#features/reports/exports/web/export-menu.tsx')).ExportMenu,
}));

export interface ShownSearch {
  params: SearchParams;
  /** The columns on the screen. */
  columns: readonly string[];
  go: (params: SearchParams) => void;
}

/** Transactions by id, reference or email address, or all of a range of days. `Views` saves and opens searches. */
export function SearchScreen({ Views }: { Views: ComponentType<ShownSearch> }) {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params, go, change } = state;
  const chooseColumns = useCallback(
    (columns: readonly string[] | undefined) => go({ ...params, columns: columns?.join(',') }),
    [go, params],
  );
  const page = useSearch(params, chooseColumns);
  const searchFields = useSearchFields();
  const times = useTimes();
  const { locale } = useUiTexts();
  const { areFiltersClean, filters } = page;
  const { searchField, value } = params;
  // An address with a field that the user is not offered is reset (docs/domain.md#search).
  const isForeign = searchField !== undefined && !searchFields.includes(searchField);
  useEffect(() => {
    if (isForeign) go(defaultSearch, true);
  }, [isForeign, go]);
  const filter = useCallback(
    (next: ColumnFilters, isReplacing = false) => go(withColumnFilters(params, next), isReplacing),
    [go, params],
  );
  // Removes filters that the user cannot have from the address.
  useEffect(() => {
    if (!areFiltersClean && !isForeign) filter(filters, true);
  }, [areFiltersClean, isForeign, filter, filters]);
  function search(input: SearchInput): void {
    const { searchField: _field, value: _value, ...rest } = params;
    if (isSame(input, params) && params.offset === 0) page.refresh();
    else go({ ...rest, ...input, offset: 0 });
  }
  const setting = { t, locale, fields: searchFields, onSearch: search };
  const exportButton = (
    <Button variant="default" disabled leftSection={<IconDownload size={16} aria-hidden />}>
      {t('statements.export')}
    </Button>
  );
  return (
    <TransactionList
      title={t('screen.transactionSearch')}
      state={state}
      page={page}
      actions={
        <>
          <Views params={params} columns={page.columns} go={go} />
          <Suspense fallback={exportButton}>
            <ExportMenu
              request={page.request}
              interval={() => rangeInterval(params.searchRange, companyNow(), times.zone)}
              timeZone={times.zone}
              sameCardOf={searchField === 'SAME_CARD' ? value : undefined}
            />
          </Suspense>
        </>
      }
      totals={
        <MoneyTotals request={page.request} sameCardOf={searchField === 'SAME_CARD' ? value : undefined} />
      }
      search={valueSearch(params, setting)}
      fields={searchFilters(params, setting, times.today())}
      onClear={() => go(defaultSearch)}
      onSort={(field, direction) => change({ field, direction: direction === 'asc' ? 'ASC' : 'DESC' })}
      onFilter={filter}
      empty={
        <NothingFound
          params={params}
          total={page.total ?? 0}
          request={page.request}
          onGo={(part) => change(part)}
        />
      }
    />
  );
}

/** Fields that every row needs, shown or not. */
const always = ['txn_id', 'txn_datetime'];

type ChooseColumns = (columns: readonly string[] | undefined) => void;

/** The columns of the address, as far as the user may see them, or the user's own choice. */
function useAddressColumns(
  columns: string | undefined,
  own: ReturnType<typeof useColumnChoice>,
  { offered, chooseColumns }: { offered: ReadonlySet<string> | undefined; chooseColumns: ChooseColumns },
): ReturnType<typeof useColumnChoice> {
  const shown = useMemo(
    () => readColumnList(columns)?.filter((column) => offered?.has(column)) ?? [],
    [columns, offered],
  );
  return shown.length === 0 ? own : { shown, choose: chooseColumns, reset: () => chooseColumns(undefined) };
}

/** The columns that are offered, and one page of results. The previous page stays while the next one loads. */
function useSearch(params: SearchParams, chooseColumns: ChooseColumns) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const { metadata, limits, ...columns } = useSearchColumns(params, chooseColumns);
  const { shownColumns, filters, areFiltersClean, sort } = columns;
  const criteria = JSON.stringify([
    { ...params, offset: 0, pageSize: 0, view: undefined, columns: undefined },
    sort,
    organisation.selectedParentOrgId,
    zone,
  ]);
  const [reachedSnapshot, setReachedSnapshot] = useState<{
    criteria: string;
    snapshot: string | undefined;
  }>();
  const snapshot = reachedSnapshot?.criteria === criteria ? reachedSnapshot.snapshot : undefined;
  const request = buildSearchRequest(params, {
    columns: columns.requested,
    sort,
    orgId: organisation.selectedParentOrgId,
    isWarehouse: limits.isWarehouse,
    now: today(zone),
    timeZone: zone,
    snapshot,
  });
  const body = {
    ...request,
    fields: [...request.fields, ...columnFilterFields(filters, Object.keys(filters), zone)],
  };
  const { page, isCardless, rows } = useSearchPage(params, body, shownColumns.length > 0 && areFiltersClean);
  // The first page sets the snapshot time of the following pages.
  const isFirst = params.offset === 0 && page.data !== undefined && !page.isPlaceholderData;
  const reached = isFirst ? snapshotFor(sort, page.data ?? {}, rows?.[0]?.txn_datetime) : undefined;
  if (isFirst && (reachedSnapshot?.criteria !== criteria || reachedSnapshot.snapshot !== reached)) {
    setReachedSnapshot({ criteria, snapshot: reached });
  }
  return {
    offered: columns.offered,
    choice: columns.choice,
    columns: shownColumns,
    custom: columns.custom,
    filters,
    areFiltersClean,
    limits,
    /** The request of the page on screen, with the chosen columns only; undefined while none is loaded. */
    request:
      rows === undefined || page.isPlaceholderData
        ? undefined
        : withoutFields(body, [...shownColumns, ...always]),
    sortable: columns.sortable,
    sort,
    rows,
    total: isCardless ? 0 : page.data?.resultsAvailable,
    failure: metadata.failure ?? (isCardless ? null : page.error),
    isLoading: metadata.isFetching || page.isFetching,
    refresh: () => {
      if (metadata.retry()) return;
      // Dropping the snapshot changes the request, which loads the page again.
      if (params.offset > 0 && snapshot !== undefined) setReachedSnapshot(undefined);
      else void page.refetch();
    },
  };
}

/** Columns, filters and sort order that this user may have. */
function useSearchColumns(params: SearchParams, chooseColumns: ChooseColumns) {
  const limits = useSourceLimits();
  const { fields, offered, permitted, custom, ...metadata } = useOfferedColumns();
  const own = useColumnChoice('search', permitted, offered);
  const choice = useAddressColumns(params.columns, own, { offered, chooseColumns });
  const inAddress = useMemo(() => readColumnFilters(params), [params]);
  const filters = useMemo(
    () => (offered === undefined ? inAddress : possibleFilters(inAddress, offered, limits)),
    [inAddress, offered, limits],
  );
  const shownColumns = useMemo(
    () => (offered === undefined ? [] : [...choice.shown]),
    [offered, choice.shown],
  );
  const more = useCellFields(shownColumns, offered);
  const requested = useMemo(() => [...new Set([...shownColumns, ...always, ...more])], [shownColumns, more]);
  const sortable = useMemo(() => sortableFields(fields ?? [], limits), [fields, limits]);
  return {
    metadata,
    limits,
    offered,
    custom,
    choice,
    shownColumns,
    requested,
    filters,
    /** False while the address has filters that this user cannot have. */
    areFiltersClean: Object.keys(inAddress).length === Object.keys(filters).length,
    sortable,
    sort: buildSort(params, sortable),
  };
}

function useSearchPage(params: SearchParams, body: SearchRequest, isReady: boolean) {
  const isSameCard = params.searchField === 'SAME_CARD';
  const options = { handlesOwnErrors: true, placeholderData: keepPreviousData };
  const ordinary = useCall(searchTransactions, { body }, { ...options, enabled: isReady && !isSameCard });
  const sameCard = useCall(
    searchSameCard,
    { path: { transactionId: params.value ?? '' }, body },
    { ...options, enabled: isReady && isSameCard },
  );
  const page = isSameCard ? sameCard : ordinary;
  // The transaction does not exist or was not paid by card, so no other has the same card.
  const isCardless = isSameCard && page.error?.status === 404;
  const rows = useMemo(() => {
    if (isCardless) return [];
    return page.data === undefined ? undefined : transactionRows(page.data.data, page.data.fieldNames ?? []);
  }, [page.data, isCardless]);
  return { page, isCardless, rows };
}

/** Midnight: constant all day, so every rendering requests the same page. */
const today = (timeZone: string): Date => startOfZonedDay(companyNow(), 0, timeZone);
