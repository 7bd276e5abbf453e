import { dateFormat } from './text/intl-formats.ts';
import { addDays, dayMs } from './calendar-day.ts';

/**
 * The first instant of a calendar day in a zone: the day of `at`, moved by whole days. Where the clock skips
 * midnight the day starts later; where it repeats midnight, with the first of the two.
 */
export function startOfZonedDay(at: Date, days: number, timeZone: string): Date {
  const midnight = Date.parse(`${zonedDate(at, timeZone)}T00:00:00Z`) + days * dayMs;
  const date = new Date(midnight).toISOString().slice(0, 10);
  // Offsets from UTC are below a day, so the midnight's offset is among these.
  const offsets = [-dayMs, -dayMs / 2, 0, dayMs / 2, dayMs].map((by) => offsetAt(midnight + by, timeZone));
  const candidates = offsets.map((offset) => midnight - offset).sort((a, b) => a - b);
  return new Date(
    candidates.find((candidate) => zonedDate(new Date(candidate), timeZone) === date) ?? midnight,
  );
}

/** The first instant of a calendar day ('yyyy-MM-dd') in a time zone. */
export function startOfDayIn(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  // Noon in UTC is at most one day ahead in the far east.
  const off = Date.parse(`${day}T00:00:00Z`) - Date.parse(`${zonedDate(noon, timeZone)}T00:00:00Z`);
  return startOfZonedDay(noon, Math.round(off / dayMs), timeZone);
}

/** The last instant of a calendar day ('yyyy-MM-dd') in a time zone. */
export const endOfDayIn = (day: string, timeZone: string): Date =>
  new Date(startOfDayIn(addDays(day, 1), timeZone).getTime() - 1);

/**
 * The instant of a local time (yyyy-MM-dd, HH:mm:ss.SSS) in a zone. A repeated time is the first or last of
 * the two. A skipped one is moved past the gap.
 */
export function zonedMoment(day: string, time: string, timeZone: string, which: 'first' | 'last'): Date {
  const localMs = Date.parse(`${day}T${time}Z`);
  const offsets = [-dayMs, -dayMs / 2, 0, dayMs / 2, dayMs].map((by) => offsetAt(localMs + by, timeZone));
  const candidates = offsets.map((offset) => localMs - offset).sort((a, b) => a - b);
  const exact = candidates.filter((candidate) => candidate + offsetAt(candidate, timeZone) === localMs);
  return new Date((which === 'first' ? exact[0] : exact.at(-1)) ?? candidates.at(-1) ?? localMs);
}

/** yyyy-MM-dd on the calendar of the zone. */
export function zonedDate(at: Date, timeZone: string): string {
  const part = datePartsIn(at, timeZone);
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`;
}

/** The zone's offset from UTC in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = datePartsIn(new Date(at), timeZone);
  // By numbers and not by text: the zone may already be in the year 10000.
  const localMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return localMs - Math.floor(at / 1000) * 1000;
}

/** Year, month, day, hour (00 to 23), minute and second of an instant in the zone. */
export function datePartsIn(
  at: Date,
  timeZone: string,
): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const format = dateFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
