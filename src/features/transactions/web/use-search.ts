import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMetadata, searchTransactions } from '#features/transactions/calls.ts';
import type { SearchParams } from '#features/transactions/search-params.ts';
import {
  defaultSort,
  offeredColumns,
  searchRequestOf,
  sortOf,
} from '#features/transactions/search-request.ts';
import { transactionRows } from '#features/transactions/web/transaction-columns.tsx';
import { startOfZonedDay } from '#contract/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';

/** The columns that are offered and one page of what was found; the page before it stays while it loads. */
export function useSearch(params: SearchParams) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const isWarehouse = startupConfig().tqsDataSourceDwEnabled === 'true';
  const metadata = useCall(getMetadata, {}, { isHandledHere: true });
  const fields = metadata.data?.fields;
  const columns = useMemo(() => offeredColumns(fields ?? []), [fields]);
  const sort = fields == null ? defaultSort : sortOf(params, fields);
  const orgId = organisation.selectedParentOrgId;
  const page = useCall(
    searchTransactions,
    {
      body: searchRequestOf(params, { columns, sort, orgId, isWarehouse, now: today(zone), timeZone: zone }),
    },
    { isHandledHere: true, enabled: columns.length > 0, placeholderData: keepPreviousData },
  );
  const rows = useMemo(
    () => (page.data == null ? undefined : transactionRows(page.data.data, page.data.fieldNames ?? [])),
    [page.data],
  );
  const sortable = useMemo(
    () =>
      new Set((fields ?? []).filter((one) => isWarehouse || one.filters.length > 0).map((one) => one.field)),
    [fields, isWarehouse],
  );
  return {
    columns,
    sortable,
    sort,
    rows,
    total: page.data?.resultsAvailable,
    failure: metadata.error ?? page.error,
    isLoading: metadata.isFetching || page.isFetching,
    refresh: () => void (metadata.isError ? metadata.refetch() : page.refetch()),
  };
}

/** Midnight: the same all day, so that every rendering asks for the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);
