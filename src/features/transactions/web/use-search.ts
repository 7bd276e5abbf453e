import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMetadata, searchSameCard, searchTransactions } from '#features/transactions/calls.ts';
import { columnFilterFields } from '#features/transactions/fields/column-filter.ts';
import type { SearchParams } from '#features/transactions/search-params.ts';
import { defaultSort, searchRequestOf, sortOf } from '#features/transactions/search-request.ts';
import { transactionRows } from '#features/transactions/web/transaction-columns.tsx';
import { useColumnChoice } from '#features/transactions/web/use-column-choice.ts';
import type { GridFilters } from '#ui/grid/filters/filter-row.tsx';
import { startOfZonedDay } from '#contract/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';

/** What a row needs whether it is shown or not. */
const always = ['txn_id'];

/** The columns that are offered and one page of what was found; the page before it stays while it loads. */
export function useSearch(params: SearchParams, filters: GridFilters) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const isWarehouse = startupConfig().tqsDataSourceDwEnabled === 'true';
  const metadata = useCall(getMetadata, {}, { isHandledHere: true });
  const fields = metadata.data?.fields;
  const offered = useMemo(
    () => (fields == null ? undefined : new Set(fields.map(({ field }) => field))),
    [fields],
  );
  const choice = useColumnChoice('search', offered);
  const { shown } = choice;
  const asked = useMemo(() => [...new Set([...shown, ...always])], [shown]);
  const sort = fields == null ? defaultSort : sortOf(params, fields);
  const request = searchRequestOf(params, {
    columns: asked,
    sort,
    orgId: organisation.selectedParentOrgId,
    isWarehouse,
    now: today(zone),
    timeZone: zone,
  });
  const body = { ...request, fields: [...request.fields, ...columnFilterFields(filters, shown, zone)] };
  const isSameCard = params.searchField === 'SAME_CARD';
  const options = { isHandledHere: true, placeholderData: keepPreviousData };
  const ordinary = useCall(
    searchTransactions,
    { body },
    { ...options, enabled: shown.length > 0 && !isSameCard },
  );
  const sameCard = useCall(
    searchSameCard,
    { path: { transactionId: params.value ?? '' }, body },
    { ...options, enabled: shown.length > 0 && isSameCard },
  );
  const page = isSameCard ? sameCard : ordinary;
  // No such transaction, or none that was paid with a card: nothing has the same.
  const isCardless = isSameCard && page.error?.status === 404;
  const rows = useMemo(() => {
    if (isCardless) return [];
    return page.data == null ? undefined : transactionRows(page.data.data, page.data.fieldNames ?? []);
  }, [page.data, isCardless]);
  const sortable = useMemo(
    () =>
      new Set((fields ?? []).filter((one) => isWarehouse || one.filters.length > 0).map((one) => one.field)),
    [fields, isWarehouse],
  );
  const custom = useMemo(
    () =>
      new Map(
        (fields ?? [])
          .filter(({ field }) => field.startsWith('custom_'))
          .map(({ field, description }) => [field, description]),
      ),
    [fields],
  );
  return {
    offered,
    choice,
    columns: shown,
    custom,
    sortable,
    sort,
    rows,
    total: isCardless ? 0 : page.data?.resultsAvailable,
    failure: metadata.error ?? (isCardless ? null : page.error),
    isLoading: metadata.isFetching || page.isFetching,
    refresh: () => void (metadata.isError ? metadata.refetch() : page.refetch()),
  };
}

/** Midnight: the same all day, so that every rendering asks for the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);
