import { dateFormat } from '#shared/text/intl-formats.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';

/** "21 – 22 Nov" in the format of the language, with the year only if it is not the current one. */
export function formatDays(from: CalendarDay, to: CalendarDay, today: CalendarDay, locale: string): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const format = dateFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: isThisYear ? undefined : 'numeric',
  });
  return format.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`));
}
