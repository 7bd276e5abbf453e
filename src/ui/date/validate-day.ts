import { dayOfText, type CalendarDay } from '#shared/calendar-day.ts';

/** The reason why a text is not a valid day. */
export type DateError = 'invalid' | 'future' | 'minimum';

/** The day that a text in dd/MM/yyyy means, or why it may not be taken. */
export function validateDay(
  text: string,
  min: CalendarDay,
  max: CalendarDay,
): { day?: CalendarDay; error?: DateError } {
  const day = dayOfText(text);
  if (day === undefined) return { error: 'invalid' };
  if (day > max) return { error: 'future' };
  return day < min ? { error: 'minimum' } : { day };
}
