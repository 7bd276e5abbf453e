import { type CalendarDay, addDays, addMonths } from '#contract/calendar-day.ts';
import type { ScheduleRetry } from './definition/schedule-definition.ts';

/** At most so many retries of one episode (domain §2.6). */
export const mostRetries = 4;
/** So many declines of one card in the window, and it is left alone (docs/decisions/0027-episodes.md). */
export const cardLimit = { declines: 15, days: 30 };
/** So many episodes that failed one after the other suspend the schedule. */
export const mostFailedInRow = 3;

export type AttemptEnd = 'CHARGED' | 'RETRY' | 'FAILED' | 'TECHNICAL';

export interface Attempt {
  reasonCode: string;
  approved: boolean;
  retryIndex: number;
  retry: ScheduleRetry | undefined;
  /** Declines of the card in the window, this one included. */
  cardDeclines: number;
}

/** Nothing a card holder could mend: the account, the card on file, our own house (domain §2.6). */
const technical = /^(?:A102|A104|A107|A109|A115|A123|X2\d\d|E\d{3}|L\d{3})$/;
/** A request that is refused as such is refused again tomorrow. */
const pointless = /^V/;

/** What an attempt that is over means for its episode. */
export function endOfAttempt(attempt: Attempt): AttemptEnd {
  if (attempt.approved) return 'CHARGED';
  if (technical.test(attempt.reasonCode)) return 'TECHNICAL';
  const mayRetry =
    attempt.retry !== undefined &&
    attempt.retryIndex < mostRetries &&
    attempt.cardDeclines < cardLimit.declines &&
    !pointless.test(attempt.reasonCode);
  return mayRetry ? 'RETRY' : 'FAILED';
}

/**
 * The day of a retry, undefined for one that is counted in hours. The interval is added to the day on which the attempt
 * was due, however late it ran (domain §2.6); days that have gone by meanwhile are passed over, so that an attempt that
 * ran late is not followed by several at once.
 */
export function retryDay(
  { unit, quantity }: ScheduleRetry,
  due: CalendarDay,
  today: CalendarDay,
): CalendarDay | undefined {
  if (unit === 'HOUR') return undefined;
  const days = unit === 'WEEK' ? 7 * quantity : quantity;
  for (let times = 1; ; times += 1) {
    const day = unit === 'MONTH' ? addMonths(due, times * quantity) : addDays(due, times * days);
    if (day > today) return day;
  }
}

/** The moment of a retry that is counted in hours, by the same rule. */
export function retryMoment({ quantity }: ScheduleRetry, dueAt: Date, now: Date): Date {
  const ms = quantity * 60 * 60 * 1000;
  const times = Math.max(1, Math.floor((now.getTime() - dueAt.getTime()) / ms) + 1);
  return new Date(dueAt.getTime() + times * ms);
}
