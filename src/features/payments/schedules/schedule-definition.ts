import { type CalendarDay, addMonths } from '#shared/calendar-day.ts';

export const scheduleTypes = ['fixed', 'frequency', 'pattern'] as const;
export type ScheduleType = (typeof scheduleTypes)[number];

export const frequencyUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type FrequencyUnit = (typeof frequencyUnits)[number];
export const frequencyRates = ['FIXED', 'RELATIVE'] as const;
export type FrequencyRate = (typeof frequencyRates)[number];
export const retryUnits = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type RetryUnit = (typeof retryUnits)[number];
/** In the order of calendar-day's weekdayOf. */
export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
export type Weekday = (typeof weekdays)[number];

export interface SchedulePattern {
  daysOfWeek?: readonly Weekday[];
  weeksOfMonth?: readonly number[];
  daysOfMonth?: readonly number[];
  monthsOfYear?: readonly number[];
}

/** When episodes are due (docs/domain.md#schedule-definition): exactly one of the three kinds. */
export interface ScheduleDates {
  startDate?: CalendarDay;
  fixed?: { dates: readonly CalendarDay[] };
  frequency?: { rate: FrequencyRate; unit: FrequencyUnit; quantity: number } | undefined;
  pattern?: SchedulePattern;
  terminator?: { endOn?: CalendarDay; episodeLimit?: number };
}

export interface ScheduleRetry {
  quantity: number;
  unit: RetryUnit;
  /** Later episodes run while one is being retried; otherwise they wait for it. */
  processWhileRetrying: boolean;
  /** Episodes that waited are run afterwards; otherwise they are skipped. */
  catchupAfterRetrying: boolean;
}

/** The stored form of a validated schedule, with amounts in minor units. */
export interface ScheduleDefinition extends ScheduleDates {
  currency: string;
  /** The amount of episode n is at n-1. The last amount repeats. */
  amountsMinor: readonly number[];
  retry?: ScheduleRetry;
}

export function scheduleTypeFor(dates: ScheduleDates): ScheduleType | undefined {
  return scheduleTypes.find((type) => dates[type] !== undefined);
}

/** In minor units; episodes count from 1. */
export function episodeAmount(definition: ScheduleDefinition, episodeIndex: number): number {
  const { amountsMinor } = definition;
  return amountsMinor[Math.min(episodeIndex, amountsMinor.length) - 1] ?? 0;
}

/** Rejects 31/12/9999, which some systems send for "never". */
const maxYearsAhead = 100;
export const lastScheduleDay = (today: CalendarDay): CalendarDay => addMonths(today, 12 * maxYearsAhead);

/** 32 letters or digits (docs/domain.md#schedules). */
export const scheduleIdPattern = /^[A-Za-z0-9]{32}$/;

/** The maximum number of episodes in one response. */
export const maxEpisodes = 500;
