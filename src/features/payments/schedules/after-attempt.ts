import { type CalendarDay, addDays, addMonths } from '#shared/calendar-day.ts';
import type { Decline } from './decline-classes.ts';
import type { ScheduleRetry } from './schedule-definition.ts';

/** Retries of one episode (docs/decisions/0051). */
const maxRetries = 4;
/** Declines of one card after which no schedule retries it. */
export const cardLimit = { perDay: 8, declines: 15, days: 30 };
/** Failed episodes in a row that suspend the schedule. */
export const maxConsecutiveFailures = 3;

export type AttemptEnd =
  | 'CHARGED'
  | 'RETRY'
  | 'FAILED'
  /** The episode failed, but doesn't count towards the schedule's consecutive failures. */
  | 'PASSED'
  /** Doesn't count as an attempt: the same attempt is due again later. */
  | 'POSTPONED'
  | 'CARD_NEEDED'
  | 'CONSENT_WITHDRAWN'
  | 'TECHNICAL';

export interface Attempt {
  decline: Decline;
  retryIndex: number;
  retry: ScheduleRetry | undefined;
  /** Declines of the card, including this one. */
  declines: { today: number; month: number };
  /** The schedule's previous attempt, of any episode, had the same response code. */
  isRepeated: boolean;
  /** The outage has lasted longer than an attempt can be postponed. */
  isOutageOver: boolean;
}

/** Decides the effect of a failed attempt on its episode and its schedule. */
export function decideAttemptEnd(attempt: Attempt): Exclude<AttemptEnd, 'CHARGED'> {
  const { decline, retryIndex, retry, declines } = attempt;
  switch (decline.class) {
    case 'OUTAGE':
      return attempt.isOutageOver ? 'PASSED' : 'POSTPONED';
    case 'NEW_CARD':
      return 'CARD_NEEDED';
    case 'CONSENT':
      return 'CONSENT_WITHDRAWN';
    case 'STOPPED_ONCE':
      return 'PASSED';
    case 'SET_UP':
      return 'TECHNICAL';
    case 'WAIT': {
      if (decline.suspendsRepeated && attempt.isRepeated) return 'TECHNICAL';
      const hasRetriesLeft = retryIndex < Math.min(maxRetries, decline.retries ?? maxRetries);
      const isWithinLimits = declines.today < cardLimit.perDay && declines.month < cardLimit.declines;
      return retry !== undefined && hasRetriesLeft && isWithinLimits ? 'RETRY' : 'FAILED';
    }
    default:
      return 'FAILED';
  }
}

const hourMs = 3_600_000;
const firstOutageHours = [1, 4];
const laterOutageHours = 12;
const maxOutageHours = 72;

/** The next time for an attempt already postponed `outages` times. Undefined after three days. */
export function planAfterOutage(outages: number, since: Date, now: Date): Date | undefined {
  const retryAt = now.getTime() + (firstOutageHours[outages] ?? laterOutageHours) * hourMs;
  return retryAt - since.getTime() > maxOutageHours * hourMs ? undefined : new Date(retryAt);
}

/**
 * The day of a retry. Undefined for an interval in hours. The interval counts from the day on which the attempt was
 * due, however late it ran (docs/domain.md#retries). Days in the past are skipped, so that a late attempt is not
 * followed by several retries at once.
 */
export function retryDay(
  { unit, quantity }: ScheduleRetry,
  dueDay: CalendarDay,
  today: CalendarDay,
  /** The minimum that the decline requires. */
  waitDays: number,
): CalendarDay | undefined {
  if (unit === 'HOUR') return undefined;
  const days = unit === 'WEEK' ? 7 * quantity : quantity;
  for (let intervals = 1; ; intervals += 1) {
    const day =
      unit === 'MONTH' ? addMonths(dueDay, intervals * quantity) : addDays(dueDay, intervals * days);
    if (day >= addDays(today, Math.max(1, waitDays))) return day;
  }
}

/** The time of a retry whose interval is in hours: after the interval or the wait, whichever is later. */
export function retryMoment({ quantity }: ScheduleRetry, dueAt: Date, now: Date, waitDays: number): Date {
  const ms = quantity * hourMs;
  const earliestMs = now.getTime() + waitDays * 24 * hourMs;
  const intervals = Math.max(1, Math.ceil((earliestMs - dueAt.getTime()) / ms));
  return new Date(dueAt.getTime() + intervals * ms);
}
