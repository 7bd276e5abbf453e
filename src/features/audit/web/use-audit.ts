import { keepPreviousData } from '@tanstack/react-query';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { resolveInterval } from '#features/audit/audit-interval.ts';
import type { AuditParams } from '#features/audit/audit-params.ts';
import { exportAudit, searchAudit } from '#features/audit/endpoints.ts';
import { buildUrl } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';

/** One page of the audit at the chosen organisation, and where the whole of it can be had as a file. */
export function useAudit({ offset, pageSize, range, fromDay, toDay, ...texts }: AuditParams) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: String(organisation.selectedParentOrgId) };
  const days = fromDay === undefined || toDay === undefined ? {} : { fromDay, toDay };
  const filter = { ...texts, ...resolveInterval({ range, ...days }, today(zone), zone) };
  const page = useCall(
    searchAudit,
    { path, query: { ...filter, offset, pageSize } },
    // Looking is an act and leaves a line: only a person's own wish looks again.
    {
      isHandledHere: true,
      placeholderData: keepPreviousData,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      gcTime: 0,
    },
  );
  const { data, error } = page;
  const result = {
    rows: data?.lines,
    total: data?.total,
    isLoading: page.isFetching,
    failure: error,
    refresh: (): void => void page.refetch(),
  };
  return { result, hasMore: data?.hasMore === true, exportUrl: buildUrl(exportAudit.url, path, filter) };
}

/** Midnight: the same all day, so that every rendering asks for the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);
