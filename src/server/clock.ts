/** The source of time, replaced in tests and by the seed. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export { dayMs } from '#shared/calendar-day.ts';

export const addMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
