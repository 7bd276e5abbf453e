/** A calendar day, without time or zone: 'yyyy-MM-dd'. Days compare like texts. */
export type CalendarDay = string;

/** A day without a change of clocks. */
export const dayMs = 86_400_000;

/** Whether the text is a real day of the years 1000 to 9999. */
export function isCalendarDay(text: string | undefined): text is CalendarDay {
  if (text === undefined || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * 'dd/MM/yyyy' as a day; undefined for another format or an invalid day
 * (docs/domain.md#dates-and-time-zones).
 */
export function dayOfText(text: string): CalendarDay | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text.trim()) ?? [];
  const written = `${year}-${month}-${day}`;
  return isCalendarDay(written) ? written : undefined;
}

/** The inverse. */
export const textOfDay = (day: CalendarDay): string => day.split('-').toReversed().join('/');

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(midnightUtc(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day some months later, or the last of the month where it has no such day. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const at = new Date(midnightUtc(day));
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), last))).toISOString().slice(0, 10);
}

/** Whole days between two; negative when the second is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / dayMs);
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: CalendarDay): number => (new Date(midnightUtc(day)).getUTCDay() + 6) % 7;

/** Monday to Friday: the first such day after the given one. */
export const nextBusinessDay = (day: CalendarDay): CalendarDay =>
  addDays(day, Math.max(1, 7 - weekdayOf(day) - (weekdayOf(day) < 4 ? 7 : 0)));

export const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01`;

/** The weeks from Monday that a month touches, including days of its neighbours. */
export function weeksOfMonth(day: CalendarDay): CalendarDay[][] {
  const first = firstOfMonth(day);
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil(daysBetween(start, addMonths(first, 1)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => addDays(start, week * 7 + weekday)),
  );
}

const midnightUtc = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`);
