import type { DayPreset } from '#shared/calendar-day.ts';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { minimumDate } from '#features/reporting/report-time.ts';

/** Ranges of the transaction search, in whole days back from today (docs/domain.md#search). */
export const searchPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_1_YEAR',
] as const satisfies readonly DayPreset[];
export const searchRanges = [...searchPresets, 'ANY_TIME'] as const;
export type SearchRange = (typeof searchRanges)[number];

const daysBack: Record<Exclude<SearchRange, 'ANY_TIME'>, number> = {
  TODAY: 0,
  YESTERDAY: 1,
  WITHIN_1_WEEK: 6,
  WITHIN_1_MONTH: 29,
  WITHIN_1_YEAR: 364,
};

/** First and last instant of a range. Days are those of the reader's time zone. */
export function rangeInterval(range: SearchRange, now: Date, timeZone: string): { from: Date; to: Date } {
  const after = startOfZonedDay(now, range === 'YESTERDAY' ? 0 : 1, timeZone);
  const to = new Date(after.getTime() - 1);
  if (range === 'ANY_TIME') return { from: minimumDate, to };
  return { from: startOfZonedDay(now, -daysBack[range], timeZone), to };
}
