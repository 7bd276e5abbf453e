import { addDays, addMonths, daysOfPreset, firstOfMonth, weekdayOf } from '#shared/calendar-day.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** The days of a file: those of the view, or full days before the one on which it is due. */
export const periods = ['VIEW', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_MONTH'] as const;
export type Period = (typeof periods)[number];

/** When a file is due. `day`: 1 for Monday to 7, or the day of the month; null when daily. */
export interface Schedule {
  frequency: Frequency;
  day: number | null;
  hour: number;
  /** IANA. */
  timeZone: string;
}

/** Whether the day fits the frequency. */
export const isSchedule = ({ frequency, day }: Pick<Schedule, 'frequency' | 'day'>): boolean =>
  frequency === 'DAILY' ? day === null : day !== null && day >= 1 && day <= (frequency === 'WEEKLY' ? 7 : 31);

/**
 * The first due time after `after`. A month without the day has its last one. An hour that the clock skips is moved past
 * the gap, a repeated one is the first.
 */
export function nextDue(schedule: Schedule, after: Date): Date {
  const { hour, timeZone } = schedule;
  let day = zonedDate(after, timeZone);
  for (;;) {
    if (isDueOn(schedule, day)) {
      const at = zonedMoment(day, `${String(hour).padStart(2, '0')}:00`, timeZone, 'first');
      if (at > after) return at;
    }
    day = addDays(day, 1);
  }
}

function isDueOn({ frequency, day }: Schedule, date: string): boolean {
  if (frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return weekdayOf(date) + 1 === day;
  const last = addDays(addMonths(firstOfMonth(date), 1), -1);
  const due = `${date.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return date === (due < last ? due : last);
}

/** The days of a period as a range of the search, seen from the day of `at` in the zone; undefined for those of the view. */
export function rangeOfPeriod(
  period: Period,
  at: Date,
  timeZone: string,
): `${string}..${string}` | undefined {
  if (period === 'VIEW') return undefined;
  const today = zonedDate(at, timeZone);
  const { from, to } =
    period === 'LAST_7_DAYS'
      ? { from: addDays(today, -7), to: addDays(today, -1) }
      : daysOfPreset(period, today);
  return `${from}..${to}`;
}
