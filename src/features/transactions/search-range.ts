import { startOfZonedDay } from '#shared/zoned-day.ts';

/** Ranges of the transaction search, counted in whole days back from today (docs/domain.md#search). */
export const searchRanges = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_1_YEAR',
  'ANY_TIME',
] as const;
export type SearchRange = (typeof searchRanges)[number];

export const minimumDate = new Date(Date.UTC(2000, 0, 1));

const daysBack: Record<Exclude<SearchRange, 'ANY_TIME'>, number> = {
  TODAY: 0,
  YESTERDAY: 1,
  WITHIN_1_WEEK: 6,
  WITHIN_1_MONTH: 29,
  WITHIN_1_YEAR: 364,
};

/** First and last instant of a range; its days are those of the zone in which the reader sees times. */
export function rangeInterval(range: SearchRange, now: Date, timeZone: string): { from: Date; to: Date } {
  const after = startOfZonedDay(now, range === 'YESTERDAY' ? 0 : 1, timeZone);
  const to = new Date(after.getTime() - 1);
  if (range === 'ANY_TIME') return { from: minimumDate, to };
  return { from: startOfZonedDay(now, -daysBack[range], timeZone), to };
}

/** A time of a request, ISO text or milliseconds (docs/domain.md#reporting); undefined when it is neither. */
export function parseInstant(value: string): Date | undefined {
  const at = new Date(/^-?\d{1,15}$/.test(value) ? Number(value) : value);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 ? undefined : at;
}
