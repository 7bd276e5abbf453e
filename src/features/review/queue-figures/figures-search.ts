import { addDays, daysBetween, isCalendarDay } from '#shared/calendar-day.ts';
import { maxDays } from './figures.ts';

interface FiguresAddress {
  from?: string;
  to?: string;
}

/** Days of the address. Without both, or with a range that is not valid, the screen shows its default. */
export function readFiguresSearch({
  from,
  to,
}: Readonly<Record<string, string | undefined>>): FiguresAddress {
  const isRange = isCalendarDay(from) && isCalendarDay(to) && from <= to && daysBetween(from, to) < maxDays;
  return isRange ? { from, to } : {};
}

/** 30 days, today included. */
export const defaultRange = (today: string) => ({ from: addDays(today, -29), to: today });
