import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import { minimumDate } from '#features/record/reporting/report-time.ts';

/** Typed values: dates as dd/MM/yyyy, times as HH:mm. */
export interface TypedInterval {
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
}

/** Errors of a date or time (docs/domain.md#exports), with texts at `transaction_export.problem.{name}`. */
const intervalProblems = [
  'empty',
  'invalid_date',
  'invalid_time',
  'date_in_future',
  'time_in_future',
  'earlier_than_minimum',
  'invalid_date_interval',
  'invalid_time_interval',
] as const;
export type IntervalProblem = (typeof intervalProblems)[number];
export type IntervalProblems = Partial<Record<keyof TypedInterval, IntervalProblem>>;

export interface Interval {
  from: Date;
  to: Date;
}

/** The first possible day of a transaction. */
export const firstDay = minimumDate.toISOString().slice(0, 10);

/** The typed interval in the zone, from the first second of its start to the last of its end. */
export function readInterval(
  typed: TypedInterval,
  now: Date,
  timeZone: string,
): { problems: IntervalProblems; interval?: Interval } {
  const problems: IntervalProblems = {};
  const [start, end] = [parseDay(typed.startDate), parseDay(typed.endDate)];
  const today = zonedDate(now, timeZone);
  if (start === undefined) problems.startDate = missing(typed.startDate, 'invalid_date');
  else if (start > today) problems.startDate = 'date_in_future';
  else if (start < firstDay) problems.startDate = 'earlier_than_minimum';
  if (end === undefined) problems.endDate = missing(typed.endDate, 'invalid_date');
  else if (end < firstDay) problems.endDate = 'earlier_than_minimum';
  if (!isTime(typed.startTime)) problems.startTime = missing(typed.startTime, 'invalid_time');
  if (!isTime(typed.endTime)) problems.endTime = missing(typed.endTime, 'invalid_time');
  if (start === undefined || end === undefined || Object.keys(problems).length > 0) return { problems };
  if (start > end) return { problems: { startDate: 'invalid_date_interval' } };
  if (start === end && typed.startTime > typed.endTime) {
    return { problems: { startTime: 'invalid_time_interval' } };
  }
  const from = zonedMoment(start, `${typed.startTime}:00.000`, timeZone, 'first');
  const to = zonedMoment(end, `${typed.endTime}:59.999`, timeZone, 'last');
  if (from > now) return { problems: { startTime: 'time_in_future' } };
  return { problems, interval: { from, to } };
}

/** Today, from its first minute to its last. */
export function defaultInterval(now: Date, timeZone: string): TypedInterval {
  const day = typedDay(zonedDate(now, timeZone));
  return { startDate: day, startTime: '00:00', endDate: day, endTime: '23:59' };
}

/** yyyy-MM-dd as dd/MM/yyyy. */
export const typedDay = (day: string): string => day.split('-').toReversed().join('/');

function parseDay(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month}-${day}`;
  const at = new Date(`${iso}T00:00:00Z`);
  // JavaScript reads 31/02 as a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const missing = (text: string, problem: IntervalProblem): IntervalProblem =>
  text.trim() === '' ? 'empty' : problem;
