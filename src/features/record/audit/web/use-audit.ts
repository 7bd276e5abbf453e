import { daysOfPreset } from '#shared/calendar-day.ts';
import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import { buildUrl } from '#web/call/call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import type { AuditParams } from '../audit-params.ts';
import { exportAudit, searchAudit } from '../endpoints.ts';

/** One page of the audit at the selected organisation, and the URL of its export. */
export function useAudit({ offset, pageSize, range, fromDay, toDay, ...texts }: AuditParams) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: String(organisation.selectedParentOrgId) };
  const days = fromDay === undefined || toDay === undefined ? {} : { fromDay, toDay };
  const filter = { ...texts, ...resolveInterval({ range, ...days }, today(zone), zone) };
  const { response, ...result } = useListResult(
    searchAudit,
    { path, query: { ...filter, offset, pageSize } },
    ({ lines, total }) => ({ rows: lines, total }),
    // Each read is audited, so only the user's own action reloads.
    { staleTime: Infinity, refetchOnWindowFocus: false, gcTime: 0 },
  );
  return { result, hasMore: response?.hasMore === true, exportUrl: buildUrl(exportAudit.url, path, filter) };
}

/** Midnight: constant all day, so every rendering requests the same page. */
const today = (timeZone: string): Date => startOfZonedDay(new Date(), 0, timeZone);

/** First and last instant of the parameters. Days are those of the reader's time zone. */
export function resolveInterval(
  { range, fromDay, toDay }: Pick<AuditParams, 'range' | 'fromDay' | 'toDay'>,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (range === 'ANY_TIME') return {};
  const customDays = fromDay === undefined || toDay === undefined ? undefined : { from: fromDay, to: toDay };
  const days = range === 'DAYS' ? customDays : daysOfPreset(range, zonedDate(now, timeZone));
  if (days === undefined) return {};
  return {
    from: auditDayStart(days.from, 0, timeZone).toISOString(),
    to: justBefore(auditDayStart(days.to, 1, timeZone)),
  };
}

const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();

/** Noon in UTC is on the same day or, far in the east, on the next. */
function auditDayStart(day: string, days: number, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const isNext = zonedDate(noon, timeZone) > day;
  return startOfZonedDay(noon, days - (isNext ? 1 : 0), timeZone);
}
