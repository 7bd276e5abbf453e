/** Ranges of the transaction search, counted in whole days back from today (spec 1 §9). */
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

/** First and last instant of a range; days are those of the caller's own clock. */
export function rangeInterval(range: SearchRange, now: Date): { from: Date; to: Date } {
  const to = range === 'YESTERDAY' ? endOfDay(now, -1) : endOfDay(now, 0);
  if (range === 'ANY_TIME') return { from: minimumDate, to };
  return { from: startOfDay(now, -daysBack[range]), to };
}

function startOfDay(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

function endOfDay(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59, 59, 999);
}

/** A time of a request, ISO text or milliseconds (spec 1 §3); undefined when it is neither. */
export function instantOf(value: string): Date | undefined {
  const at = new Date(/^-?\d{1,15}$/.test(value) ? Number(value) : value);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 ? undefined : at;
}
