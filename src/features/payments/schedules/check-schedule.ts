import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { type AmountRefusal, parseAmount } from '#shared/money.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { episodeAt, firstCursor } from './due-dates.ts';
import type { ScheduleBody } from './schedule-body.ts';
import { type ScheduleDates, type ScheduleDefinition, lastScheduleDay } from './schedule-definition.ts';

interface ScheduleTerms {
  currency: string;
  /** The transaction's amount; 0 for a transaction that moves no money. */
  defaultMinor: number;
  /** In the merchant's time zone. */
  today: CalendarDay;
}

/**
 * Validates a schedule (docs/domain.md#schedule-definition). Invalid dates are V100 with their field; amounts have their
 * own codes.
 * Without an amount every episode charges the transaction's amount.
 */
export function checkSchedule(
  body: ScheduleBody,
  terms: ScheduleTerms,
): Result<ScheduleDefinition, Refusal<AmountRefusal>> {
  const dates = parseScheduleDates(body);
  const field = findWrongField(dates, terms.today);
  if (field) return refuse('V100', field);
  const amounts = parseScheduleAmounts(body, terms);
  if (!amounts.ok) return amounts;
  const { retry } = body;
  return ok({
    ...dates,
    currency: terms.currency,
    amountsMinor: amounts.value,
    ...(retry && {
      retry: {
        quantity: retry.quantity,
        unit: retry.unit,
        processWhileRetrying: retry.processWhileRetrying ?? false,
        catchupAfterRetrying: retry.catchupAfterRetrying ?? false,
      },
    }),
  });
}

function parseScheduleDates({
  startDate,
  fixed,
  frequency,
  pattern,
  terminator,
}: ScheduleBody): ScheduleDates {
  const dates = Array.isArray(fixed) ? fixed : fixed?.dates;
  const { endOn, episodeLimit } = terminator ?? {};
  const ends = endOn !== undefined || episodeLimit !== undefined;
  return {
    ...(startDate === undefined ? {} : { startDate }),
    ...(dates && { fixed: { dates: [...new Set(dates)].toSorted() } }),
    ...(frequency && { frequency }),
    ...(pattern && { pattern: withoutUndefined(pattern) }),
    ...(ends ? { terminator: withoutUndefined({ endOn, episodeLimit }) } : {}),
  };
}

/** The first field with invalid dates. */
function findWrongField(dates: ScheduleDates, today: CalendarDay): string | undefined {
  const { startDate, fixed, frequency, pattern, terminator } = dates;
  const kinds = [fixed, frequency, pattern].filter((kind) => kind !== undefined);
  if (kinds.length !== 1) return 'schedule';
  const endOn = terminator?.endOn;
  const isOffered = (day: CalendarDay | undefined) =>
    day === undefined || (isCalendarDay(day) && day > today && day <= lastScheduleDay(today));
  if (!isOffered(startDate)) return 'schedule.startDate';
  // The first fixed date must be in the future, so every one must be.
  if (fixed && !fixed.dates.every(isOffered)) return 'schedule.fixed.dates';
  if (!isOffered(endOn)) return 'schedule.terminator.endOn';
  if (fixed && !isFixed(fixed.dates, startDate, endOn)) return 'schedule.fixed.dates';
  if (pattern && !isPattern(pattern)) return 'schedule.pattern';
  if (endOn !== undefined) {
    if (terminator?.episodeLimit !== undefined) return 'schedule.terminator';
    if (startDate !== undefined && endOn <= startDate) return 'schedule.terminator.endOn';
  }
  return episodeAt(dates, firstCursor(dates, today)) ? undefined : 'schedule.terminator.endOn';
}

function isFixed(days: readonly CalendarDay[], startDate?: CalendarDay, endOn?: CalendarDay): boolean {
  const [firstDay] = days;
  if (firstDay === undefined) return false;
  if (startDate !== undefined && startDate > firstDay) return false;
  return endOn === undefined || endOn >= (days.at(-1) ?? firstDay);
}

/** Weeks or months alone select no day (docs/domain.md#schedule-definition). */
function isPattern({
  daysOfWeek,
  daysOfMonth,
  weeksOfMonth,
}: NonNullable<ScheduleDates['pattern']>): boolean {
  if (weeksOfMonth !== undefined && daysOfWeek === undefined) return false;
  return daysOfWeek !== undefined || daysOfMonth !== undefined;
}

function parseScheduleAmounts(
  body: ScheduleBody,
  terms: ScheduleTerms,
): Result<number[], Refusal<AmountRefusal>> {
  const { amount, amounts } = body;
  if (amount !== undefined && amounts !== undefined) return refuse('V100', 'schedule.amount');
  const typedAmounts = amounts ?? (amount === undefined ? [] : [amount]);
  if (typedAmounts.length === 0)
    return terms.defaultMinor > 0 ? ok([terms.defaultMinor]) : refuse('V129', 'schedule.amount');
  const minors: number[] = [];
  for (const [index, typedAmount] of typedAmounts.entries()) {
    const parsed = parseAmount(typedAmount, terms.currency);
    if (!parsed.ok) return refuse(parsed.code, amounts ? `schedule.amounts.${index}` : 'schedule.amount');
    minors.push(parsed.value);
  }
  return ok(minors);
}

function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
