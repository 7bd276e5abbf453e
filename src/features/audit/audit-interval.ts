import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import type { AuditParams, AuditRange } from './audit-params.ts';

const daysBack: Record<Exclude<AuditRange, 'ANY_TIME' | 'DAYS'>, number> = {
  TODAY: 0,
  YESTERDAY: 1,
  WITHIN_1_WEEK: 6,
  WITHIN_1_MONTH: 29,
};

/** First and last instant that the parameters ask for; days are those of the zone in which the reader sees times. */
export function resolveInterval(
  { range, fromDay, toDay }: Pick<AuditParams, 'range' | 'fromDay' | 'toDay'>,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (range === 'ANY_TIME') return {};
  if (range === 'DAYS') {
    if (fromDay === undefined || toDay === undefined) return {};
    return {
      from: startOfAuditDay(fromDay, 0, timeZone).toISOString(),
      to: justBefore(startOfAuditDay(toDay, 1, timeZone)),
    };
  }
  return {
    from: startOfZonedDay(now, -daysBack[range], timeZone).toISOString(),
    to: justBefore(startOfZonedDay(now, range === 'YESTERDAY' ? 0 : 1, timeZone)),
  };
}

const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();

/** Noon in UTC falls on the day itself or, far in the east, on the next. */
function startOfAuditDay(day: string, days: number, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const isNext = zonedDate(noon, timeZone) > day;
  return startOfZonedDay(noon, days - (isNext ? 1 : 0), timeZone);
}
