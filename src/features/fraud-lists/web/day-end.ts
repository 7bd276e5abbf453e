import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';

/** The last instant of a day in the user's time zone: how the calls take a day that is searched. */
export const dayEnd = (day: CalendarDay, zone: string): string =>
  new Date(startOfDayIn(addDays(day, 1), zone).getTime() - 1).toISOString();
