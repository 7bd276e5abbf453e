import { type CalendarDay, dayOfText, isCalendarDay, type DayRange } from '#shared/calendar-day.ts';
import { endOfDayIn, startOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { parseInstant, minimumDate } from '#features/record/reporting/report-time.ts';

/** Two inclusive calendar days of the chosen zone. */
export type StatementDays = DayRange;

/** The first day of a statement (docs/domain.md#statements). */
export const minimumDay: CalendarDay = '2000-01-01';

/** From 1 Jan 2000 to today, in order (docs/domain.md#statements). */
function isStatementDays({ from, to }: StatementDays, today: CalendarDay): boolean {
  return from >= minimumDay && from <= to && to <= today;
}

/** The parameter `date`: '2026-11-21', or '2026-11-01,2026-11-21'. */
export function readDays(text: string | undefined, today: CalendarDay): StatementDays | undefined {
  const [from, to = from, ...more] = text?.split(',') ?? [];
  if (!isCalendarDay(from) || !isCalendarDay(to) || more.length > 0) return undefined;
  return isStatementDays({ from, to }, today) ? { from, to } : undefined;
}

export const writeDays = ({ from, to }: StatementDays): string => (from === to ? from : `${from},${to}`);

/** The legacy parameter `fromDate`: a day, dd/MM/yyyy, an ISO time or milliseconds. */
export function readLegacyDay(
  text: string | undefined,
  today: CalendarDay,
  timeZone: string,
): StatementDays | undefined {
  if (text === undefined) return undefined;
  const at = isCalendarDay(text) ? undefined : parseInstant(text);
  const day = isCalendarDay(text) ? text : (dayOfText(text) ?? (at && zonedDate(at, timeZone)));
  return readDays(day, today);
}

/**
 * First and last instant of the days in the zone, not before 1 Jan 2000 UTC. Days have 23 to 25 hours where
 * the clock changes.
 */
export function toInterval({ from, to }: StatementDays, timeZone: string): { from: Date; to: Date } {
  const first = startOfDayIn(from, timeZone);
  return {
    from: first < minimumDate ? minimumDate : first,
    to: endOfDayIn(to, timeZone),
  };
}
