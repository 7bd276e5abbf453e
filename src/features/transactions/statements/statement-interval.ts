import {
  addDays,
  addMonths,
  type CalendarDay,
  dayOfText,
  firstOfMonth,
  isCalendarDay,
} from '#shared/calendar-day.ts';
import { startOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { parseInstant, minimumDate } from '#features/reporting/report-time.ts';

/** Two inclusive calendar days of the chosen zone. */
export interface StatementDays {
  from: CalendarDay;
  to: CalendarDay;
}

/** The first day of a statement (docs/domain.md#statements). */
export const minimumDay: CalendarDay = '2000-01-01';

export const statementPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'THIS_MONTH',
  'LAST_MONTH',
  'WITHIN_1_YEAR',
] as const;
export type StatementPreset = (typeof statementPresets)[number];

/** The days of a preset on the day `today`. */
export function daysOfPreset(preset: StatementPreset, today: CalendarDay): StatementDays {
  const back = (days: number): StatementDays => ({ from: addDays(today, -days), to: today });
  switch (preset) {
    case 'TODAY':
      return back(0);
    case 'YESTERDAY':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'WITHIN_1_WEEK':
      return back(6);
    case 'WITHIN_1_MONTH':
      return back(29);
    case 'THIS_MONTH':
      return { from: firstOfMonth(today), to: today };
    case 'LAST_MONTH': {
      const first = firstOfMonth(today);
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    }
    case 'WITHIN_1_YEAR':
      return back(364);
  }
}

/** The preset of these days on the day `today`, if any. */
export function matchPreset(days: StatementDays, today: CalendarDay): StatementPreset | undefined {
  return statementPresets.find((preset) => {
    const { from, to } = daysOfPreset(preset, today);
    return from === days.from && to === days.to;
  });
}

/** From 1 Jan 2000 to today, in order (docs/domain.md#statements). */
export function isStatementDays({ from, to }: StatementDays, today: CalendarDay): boolean {
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
    to: new Date(startOfDayIn(addDays(to, 1), timeZone).getTime() - 1),
  };
}
