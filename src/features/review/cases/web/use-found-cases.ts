import { startOfZonedDay } from '#shared/zoned-day.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { listOptions } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { type CaseSearchParams, buildCaseSearch } from '../case-search.ts';
import { getCaseOfTransaction, searchCases } from '../endpoints.ts';
import type { FoundCase } from '../schemas.ts';

const noRows: FoundCase[] = [];

/** The page of cases, and the id of the only one. */
export function useFoundCases(params: CaseSearchParams) {
  const { zone } = useTimes();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { searchField, value = '', offset } = params;
  const isById = searchField === 'transactionId';
  const isByEmail = searchField === 'customerEmail';
  const byTransaction = useCall(
    getCaseOfTransaction,
    { path: { companyId: orgId, transactionId: value } },
    { handlesOwnErrors: true, staleTime: 0, retry: false, enabled: isById },
  );
  const many = useCall(
    searchCases,
    { body: buildCaseSearch(params, { orgId, now: today(zone), timeZone: zone }) },
    { ...listOptions, retry: false, enabled: isByEmail },
  );
  const query = isById ? byTransaction : many;
  const isUnknown = isById && byTransaction.error?.status === 404;
  const [first] = (!many.isPlaceholderData && many.data?.data) || [];
  const isOnly = isByEmail && offset === 0 && many.data?.resultsAvailable === 1;
  const only = isById ? byTransaction.data?.caseId : isOnly ? first?.caseId : undefined;
  const rows = isByEmail ? many.data?.data : searchField === undefined || isUnknown ? noRows : undefined;
  return {
    only: query.isFetching ? undefined : only,
    result: {
      rows,
      total: isByEmail ? many.data?.resultsAvailable : undefined,
      isLoading: searchField !== undefined && (query.isFetching || only !== undefined),
      failure: searchField === undefined || isUnknown ? null : query.error,
      refresh: () => searchField !== undefined && void query.refetch(),
    },
  };
}

/** Midnight: the same request all day. */
const today = (zone: string): Date => startOfZonedDay(new Date(), 0, zone);
