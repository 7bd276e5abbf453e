import { type DayPreset, type DayRange, addDays, isCalendarDay } from '#shared/calendar-day.ts';
import { startOfDayIn, startOfZonedDay } from '#shared/zoned-day.ts';
import { minimumDate } from '#features/record/reporting/report-time.ts';

/** Ranges of the transaction search, in whole days back from today (docs/domain.md#search). */
export const searchPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_1_YEAR',
] as const satisfies readonly DayPreset[];
export const searchRanges = [...searchPresets, 'ANY_TIME'] as const;
/** A named range, or days of the user's choice: '2026-11-01..2026-11-05'. */
export type SearchRange = (typeof searchRanges)[number] | `${string}..${string}`;

export const toSearchRange = ({ from, to }: DayRange): SearchRange => `${from}..${to}`;

/** The first day that can be searched. */
export const firstSearchDay = minimumDate.toISOString().slice(0, 10);

/** The days of a range that the user chose; undefined for a named range, and for text that is not a range. */
export function chosenDays(range: string | undefined): DayRange | undefined {
  const [from, to, ...more] = range?.split('..') ?? [];
  if (!isCalendarDay(from) || !isCalendarDay(to) || more.length > 0) return undefined;
  return from <= to && from >= firstSearchDay ? { from, to } : undefined;
}

const daysBack: Record<(typeof searchPresets)[number], number> = {
  TODAY: 0,
  YESTERDAY: 1,
  WITHIN_1_WEEK: 6,
  WITHIN_1_MONTH: 29,
  WITHIN_1_YEAR: 364,
};

/** First and last instant of a range. Days are those of the reader's time zone. */
export function rangeInterval(range: SearchRange, now: Date, timeZone: string): { from: Date; to: Date } {
  const days = chosenDays(range);
  if (days) {
    const end = startOfDayIn(addDays(days.to, 1), timeZone);
    return { from: startOfDayIn(days.from, timeZone), to: new Date(end.getTime() - 1) };
  }
  const preset = searchPresets.find((searchPreset) => searchPreset === range);
  const after = startOfZonedDay(now, range === 'YESTERDAY' ? 0 : 1, timeZone);
  const to = new Date(after.getTime() - 1);
  if (preset === undefined) return { from: minimumDate, to };
  return { from: startOfZonedDay(now, -daysBack[preset], timeZone), to };
}
