import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { searchSameCard, searchTransactions } from '#features/transactions/endpoints.ts';
import { columnFilterFields, possibleFilters } from '#features/reporting/filters/column-filter.ts';
import { readColumnFilters, withFiltered } from '#features/reporting/filters/filter-params.ts';
import { sortableFields } from '#features/reporting/filters/source-limits.ts';
import type { SearchParams } from '#features/transactions/search-params.ts';
import { buildSearchRequest, snapshotFor, buildSort } from '#features/transactions/search-request.ts';
import { transactionRows } from '#features/transactions/web/transaction-columns.tsx';
import { useColumnChoice } from '#features/transactions/web/columns/use-column-choice.ts';
import { useOfferedColumns } from '#features/transactions/web/columns/use-offered-columns.ts';
import { useCellFields, withoutFields } from '#features/transactions/web/columns/use-cell-fields.ts';
import { useSourceLimits } from '#features/reporting/web/use-source-limits.ts';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';

/** What a row needs whether it is shown or not. */
const always = ['txn_id', 'txn_datetime'];

/** The columns that are offered and one page of what was found; the page before it stays while it loads. */
export function useSearch(params: SearchParams) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const limits = useSourceLimits();
  const { isWarehouse } = limits;
  const { fields, offered, known, custom, ...metadata } = useOfferedColumns();
  const choice = useColumnChoice('search', known, offered);
  const asked = useMemo(() => readColumnFilters(params), [params]);
  const filters = useMemo(
    () => (offered == null ? asked : possibleFilters(asked, offered, limits)),
    [asked, offered, limits],
  );
  const areFiltersClean = Object.keys(asked).length === Object.keys(filters).length;
  const columns = useMemo(
    () => (offered == null ? [] : withFiltered(choice.shown, filters)),
    [offered, choice.shown, filters],
  );
  const more = useCellFields(columns, offered);
  const shown = useMemo(() => [...new Set([...columns, ...always, ...more])], [columns, more]);
  const sortable = useMemo(() => sortableFields(fields ?? [], limits), [fields, limits]);
  const sort = buildSort(params, sortable);
  const criteria = JSON.stringify([
    { ...params, offset: 0, pageSize: 0 },
    sort,
    organisation.selectedParentOrgId,
    zone,
  ]);
  const [taken, setTaken] = useState<{ criteria: string; snapshot: string | undefined }>();
  const snapshot = taken?.criteria === criteria ? taken.snapshot : undefined;
  const request = buildSearchRequest(params, {
    columns: shown,
    sort,
    orgId: organisation.selectedParentOrgId,
    isWarehouse,
    now: today(zone),
    timeZone: zone,
    snapshot,
  });
  const body = { ...request, fields: [...request.fields, ...columnFilterFields(filters, columns, zone)] };
  const isSameCard = params.searchField === 'SAME_CARD';
  const isReady = columns.length > 0 && areFiltersClean;
  const options = { isHandledHere: true, placeholderData: keepPreviousData };
  const ordinary = useCall(searchTransactions, { body }, { ...options, enabled: isReady && !isSameCard });
  const sameCard = useCall(
    searchSameCard,
    { path: { transactionId: params.value ?? '' }, body },
    { ...options, enabled: isReady && isSameCard },
  );
  const page = isSameCard ? sameCard : ordinary;
  // No such transaction, or none that was paid with a card: nothing has the same.
  const isCardless = isSameCard && page.error?.status === 404;
  const rows = useMemo(() => {
    if (isCardless) return [];
    return page.data == null ? undefined : transactionRows(page.data.data, page.data.fieldNames ?? []);
  }, [page.data, isCardless]);
  // The first page says up to when the others are asked.
  const isFirst = params.offset === 0 && page.data != null && !page.isPlaceholderData;
  const reached = isFirst ? snapshotFor(sort, page.data ?? {}, rows?.[0]?.txn_datetime) : undefined;
  if (isFirst && (taken?.criteria !== criteria || taken.snapshot !== reached)) {
    setTaken({ criteria, snapshot: reached });
  }
  return {
    offered,
    choice,
    columns,
    custom,
    filters,
    /** False while the address asks for filters that this person cannot have. */
    areFiltersClean,
    limits,
    /** What the page in sight was asked by; undefined before there is one. */
    question:
      rows == null || page.isPlaceholderData ? undefined : withoutFields(body, [...columns, ...always]),
    sortable,
    sort,
    rows,
    total: isCardless ? 0 : page.data?.resultsAvailable,
    failure: metadata.failure ?? (isCardless ? null : page.error),
    isLoading: metadata.isFetching || page.isFetching,
    refresh: () => {
      if (metadata.retry()) return;
      // Without the snapshot it is another question, which is asked by itself.
      if (params.offset > 0 && snapshot != null) setTaken(undefined);
      else void page.refetch();
    },
  };
}

/** Midnight: the same all day, so that every rendering asks for the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);
