import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { getOrganisationHierarchy } from '#features/organisations/endpoints.ts';
import type { SearchAnswer, SearchRequest } from '#features/reporting/search-schema.ts';
import { searchStatements } from '#features/transactions/endpoints.ts';
import { columnFilterFields } from '#features/reporting/filters/column-filter.ts';
import { readColumnFilters, withFiltered } from '#features/reporting/filters/filter-params.ts';
import { sortableFields } from '#features/reporting/filters/source-limits.ts';
import { defaultSort, type SearchSort } from '#features/transactions/search-request.ts';
import {
  filterChoices,
  withinMetadata,
  type FilterSetting,
} from '#features/transactions/statements/statement-filters.ts';
import { criteriaKey, type StatementParams } from '#features/transactions/statements/statement-params.ts';
import { buildStatementRequest } from '#features/transactions/statements/statement-request.ts';
import { transactionRows } from '#features/transactions/web/transaction-columns.tsx';
import { useColumnChoice } from '#features/transactions/web/columns/use-column-choice.ts';
import { useCellFields, withoutFields } from '#features/transactions/web/columns/use-cell-fields.ts';
import { useSourceLimits } from '#features/reporting/web/use-source-limits.ts';
import { useOfferedColumns } from '#features/transactions/web/columns/use-offered-columns.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';

type StatementsPage = SearchAnswer & { snapshotTime: string };

/** What a row needs whether it is shown or not. */
const always = ['txn_id'];

/** Opening the screen takes a snapshot of its own, and so does each refresh. */
let rounds = 0;

/**
 * What a statement needs: metadata, organisations and one page. The first page names its moment, and the pages
 * turned from there are asked up to it: rows that arrive meanwhile move none of them.
 */
export function useStatements(params: StatementParams) {
  const session = useSignedIn();
  const { zone } = useTimes();
  const [round, setRound] = useState(() => (rounds += 1));
  const snapshots = useRef(new Map<string, string>());
  const orgId = session.organisation.selectedParentOrgId;
  const limits = useSourceLimits();
  const { isWarehouse } = limits;
  const { fields, offered, known, custom, ...metadata } = useOfferedColumns();
  const hierarchy = useCall(
    getOrganisationHierarchy,
    { path: { orgId }, query: { withParent: 'true' } },
    { isHandledHere: true },
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
    () => (fields == null ? params : withinMetadata(params, setting)),
    [fields, params, setting],
  );
  const choice = useColumnChoice('statements', known, offered);
  const filters = useMemo(() => readColumnFilters(clean), [clean]);
  const columns = useMemo(
    () => (offered == null ? [] : withFiltered(choice.shown, filters)),
    [offered, choice.shown, filters],
  );
  const more = useCellFields(columns, offered);
  const asked = useMemo(() => [...new Set([...columns, ...always, ...more])], [columns, more]);
  const merchants = useMemo(
    () => (organisations ?? []).filter(({ type }) => type === 'MERCHANT').map(({ id }) => id),
    [organisations],
  );
  const sort = toSort(clean);
  const columnFilters = columnFilterFields(filters, columns, zone);
  const criteria = `${round} ${orgId} ${zone} ${criteriaKey(clean)}`;
  const questionAt = (snapshot: string | undefined): SearchRequest => {
    const request = buildStatementRequest(clean, {
      columns: asked,
      sort,
      isWarehouse,
      timeZone: zone,
      merchants,
      orgId,
      snapshot,
    });
    return { ...request, fields: [...request.fields, ...columnFilters] };
  };
  const page = useQuery<StatementsPage, CallFailure>({
    queryKey: [searchStatements.name, criteria, clean.offset, clean.pageSize, sort, asked],
    queryFn: async ({ signal }) => {
      const body = questionAt(snapshots.current.get(criteria));
      const answer = await callUntil(searchStatements, { body }, signal);
      const snapshotTime = snapshots.current.get(criteria) ?? answer.snapshotTime;
      snapshots.current.set(criteria, snapshotTime);
      return { ...answer, snapshotTime };
    },
    meta: { isHandledHere: true },
    enabled: columns.length > 0 && clean === params && !hierarchy.isPending,
    // A page of a snapshot never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const failure = metadata.failure ?? page.error;
  const data = failure == null ? page.data : undefined;
  const rows = useMemo(
    () => (data == null ? undefined : transactionRows(data.data, data.fieldNames ?? [])),
    [data],
  );
  return {
    /** The parameters without what the metadata do not list; another object when something had to go. */
    clean,
    limits,
    offered,
    choice,
    custom,
    columns,
    filters,
    sort,
    rows,
    failure,
    sortable: useMemo(() => sortableFields(fields ?? [], limits), [fields, limits]),
    choices: useMemo(() => filterChoices(setting), [setting]),
    hierarchy,
    /** A failed call counts nothing (docs/domain.md#failed-requests); without metadata there was no call. */
    total: page.error != null && metadata.failure == null ? 0 : data?.resultsAvailable,
    snapshotTime: data?.snapshotTime,
    /** What the page in sight was asked by, up to its snapshot. */
    question:
      data == null || page.isPlaceholderData
        ? undefined
        : withoutFields(questionAt(data.snapshotTime), [...columns, ...always]),
    isLoading: metadata.isFetching || hierarchy.isPending || page.isFetching,
    refresh: () => {
      metadata.retry();
      if (hierarchy.isError) void hierarchy.refetch();
      setRound((rounds += 1));
    },
  };
}

function toSort({ field, direction }: StatementParams): SearchSort {
  if (field == null || direction == null) return defaultSort;
  return { field, direction: direction === 'asc' ? 'ASC' : 'DESC' };
}
