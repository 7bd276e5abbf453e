/** Time comes from one port, so that tests can move it and the seed can live in the past. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const addMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
