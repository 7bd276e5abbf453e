import { isCalendarDay } from '#shared/calendar-day.ts';
import { readInstant } from '#shared/instant.ts';

/** The earliest time of a report. */
export const minimumDate = new Date(Date.UTC(2000, 0, 1));

/**
 * A time of a request: RFC 3339, a day in UTC, or milliseconds (docs/domain.md#reporting); undefined when it is none of
 * them.
 */
export function parseInstant(value: string): Date | undefined {
  if (isCalendarDay(value)) return new Date(`${value}T00:00:00Z`);
  if (!/^-?\d{1,15}$/.test(value)) return readInstant(value);
  const time = new Date(Number(value));
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? undefined : time;
}
