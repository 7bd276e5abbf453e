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

/** A payment that is dated by a wrong clock lands in another day, schedule or limit. */
export const maxClockOffsetMs = 2 * minuteMs;

/** For a database's clock that is `offsetMs` ahead of this machine's. */
export const describeClockOffset = (offsetMs: number): string =>
  `clock is ${Math.round(Math.abs(offsetMs) / secondMs)} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the database's`;
