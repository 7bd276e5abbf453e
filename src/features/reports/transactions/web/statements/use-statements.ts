import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { getOrganisationHierarchy } from '#features/company/organisations/endpoints.ts';
import type { SearchResponse, SearchRequest } from '#features/record/reporting/search-schema.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { readColumnFilters, withFiltered } from '#features/record/reporting/filters/filter-params.ts';
import { sortableFields } from '#features/record/reporting/filters/source-limits.ts';
import { useSourceLimits } from '#features/record/reporting/web/use-source-limits.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchStatements } from '../../endpoints.ts';
import { defaultSort, type SearchSort } from '../../search-request.ts';
import { filterChoices, withinMetadata, type FilterSetting } from '../../statements/statement-filters.ts';
import { criteriaKey, type StatementParams } from '../../statements/statement-params.ts';
import { buildStatementRequest } from '../../statements/statement-request.ts';
import { transactionRows } from '../transaction-columns.tsx';
import { useColumnChoice } from '../columns/column-choice.tsx';
import { useCellFields, withoutFields } from '../columns/use-cell-fields.ts';
import { useOfferedColumns } from '../columns/use-offered-columns.ts';

type StatementsPage = SearchResponse & { snapshotTime: string };

/** Fields that every row needs, shown or not. */
const always = ['txn_id'];

/** Opening or refreshing the screen takes a new snapshot. */
let rounds = 0;

/**
 * Metadata, organisations and one page of a statement. The first page sets the snapshot time; the following pages
 * are read as of that time, so new transactions do not move rows between pages.
 */
export function useStatements(params: StatementParams) {
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
  const columnFilters = columnFilterFields(columns.filters, columns.columns, zone);
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
  const columns = useMemo(
    () => (offered === undefined ? [] : withFiltered(choice.shown, filters)),
    [offered, choice.shown, filters],
  );
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
