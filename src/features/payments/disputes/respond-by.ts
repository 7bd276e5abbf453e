import { addDays } from '#shared/calendar-day.ts';
import { zonedDate } from '#shared/zoned-day.ts';

/**
 * The last day for a response: the day before the processor's deadline, in the merchant's zone (docs/domain.md#disputes). The
 * deadline itself can be any moment of its day.
 */
export const respondByDay = (deadline: Date, timeZone: string): string =>
  addDays(zonedDate(deadline, timeZone), -1);
