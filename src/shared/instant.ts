import { isCalendarDay } from './calendar-day.ts';

const pattern =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|([+-](?:0\d|1[0-4]):?[0-5]\d))$/;

/**
 * A moment of RFC 3339, "2026-12-24T12:15:00+01:00"; seconds and the colon of the offset can be missing. Undefined for any
 * other text and for days that do not exist: JavaScript would move 31 February to March.
 */
export function readInstant(text: string): Date | undefined {
  const [, day, offset] = pattern.exec(text) ?? [];
  if (!isCalendarDay(day)) return undefined;
  const colon = offset !== undefined && !offset.includes(':');
  return new Date(colon ? `${text.slice(0, -2)}:${text.slice(-2)}` : text);
}
