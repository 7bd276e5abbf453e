import { type CalendarDay, addDays, addMonths } from '#shared/calendar-day.ts';
import type { Decline } from './decline-classes.ts';
import type { ScheduleRetry } from '../definition/schedule-definition.ts';

/** At most so many retries of one episode (docs/decisions/0051). */
export const maxRetries = 4;
/** So many declines of one card in a day or a month, and it is left alone. */
export const cardLimit = { perDay: 8, declines: 15, days: 30 };
/** So many episodes that failed one after the other suspend the schedule. */
export const maxConsecutiveFailures = 3;

export type AttemptEnd =
  | 'CHARGED'
  | 'RETRY'
  | 'FAILED'
  /** Failed, and not counted as a failure of the schedule. */
  | 'PASSED'
  /** Not an attempt: the same one is due again later. */
  | 'POSTPONED'
  | 'CARD_NEEDED'
  | 'CONSENT_WITHDRAWN'
  | 'TECHNICAL';

export interface Attempt {
  decline: Decline;
  retryIndex: number;
  retry: ScheduleRetry | undefined;
  /** Of the card, this one included. */
  declines: { today: number; month: number };
  /** The attempt before this one, of whichever episode, had the same response. */
  isRepeated: boolean;
  /** The processor has been unavailable for longer than a postponed attempt waits. */
  isOutageOver: boolean;
}

/** What a failed attempt means for its episode and its schedule. */
export function endOfAttempt(attempt: Attempt): Exclude<AttemptEnd, 'CHARGED'> {
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
      const isLeft = retryIndex < Math.min(maxRetries, decline.retries ?? maxRetries);
      const isWithinLimits = declines.today < cardLimit.perDay && declines.month < cardLimit.declines;
      return retry !== undefined && isLeft && isWithinLimits ? 'RETRY' : 'FAILED';
    }
    default:
      return 'FAILED';
  }
}

const hourMs = 3_600_000;
const firstOutageHours = [1, 4];
const laterOutageHours = 12;
const maxOutageHours = 72;

/** When an attempt that met `outages` outages before is made again; undefined once three days are over. */
export function afterOutage(outages: number, since: Date, now: Date): Date | undefined {
  const at = now.getTime() + (firstOutageHours[outages] ?? laterOutageHours) * hourMs;
  return at - since.getTime() > maxOutageHours * hourMs ? undefined : new Date(at);
}

/**
 * The day of a retry, undefined for one that is counted in hours. The interval is added to the day on which the attempt
 * was due, however late it ran (docs/domain.md#retries); days that have gone by meanwhile are passed over, so that
 * an attempt that ran late is not followed by several at once.
 */
export function retryDay(
  { unit, quantity }: ScheduleRetry,
  due: CalendarDay,
  today: CalendarDay,
  /** That the decline asks for. */
  waitDays: number,
): CalendarDay | undefined {
  if (unit === 'HOUR') return undefined;
  const days = unit === 'WEEK' ? 7 * quantity : quantity;
  for (let times = 1; ; times += 1) {
    const day = unit === 'MONTH' ? addMonths(due, times * quantity) : addDays(due, times * days);
    if (day >= addDays(today, Math.max(1, waitDays))) return day;
  }
}

/** The moment of a retry that is counted in hours: the interval or the wait, whichever is later. */
export function retryMoment({ quantity }: ScheduleRetry, dueAt: Date, now: Date, waitDays: number): Date {
  const ms = quantity * hourMs;
  const earliest = now.getTime() + waitDays * 24 * hourMs;
  const times = Math.max(1, Math.ceil((earliest - dueAt.getTime()) / ms));
  return new Date(dueAt.getTime() + times * ms);
}
