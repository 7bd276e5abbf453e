import { type CalendarDay, addDays, addMonths, isCalendarDay, weekdayOf } from '#shared/calendar-day.ts';
import {
  type FrequencyUnit,
  type ScheduleDates,
  type ScheduleDefinition,
  type SchedulePattern,
  weekdays,
} from './schedule-definition.ts';

/** Where a schedule stands: the episode to find, and what its date follows from. */
export interface Cursor {
  /** From 1. */
  index: number;
  /** Of a frequency: the episode at `anchorIndex` is due on `anchorOn` (0: the day it was made). */
  anchorOn: CalendarDay;
  anchorIndex: number;
  /** Of a pattern: the first day that may be taken. */
  notBefore: CalendarDay;
}

export interface DueEpisode {
  index: number;
  dueOn: CalendarDay;
}

/** Longer than the widest gap any pattern has: Friday and 29 February meet within 40 years. */
const patternYears = 41;
/** Counting what is left stops here: nobody reads a larger number. */
const maxCounted = 10_000;

/** The cursor of a schedule that begins: with a start date that is its first, else counted from the day it is made. */
export function firstCursor(dates: ScheduleDates, madeOn: CalendarDay): Cursor {
  const { startDate } = dates;
  return {
    index: 1,
    anchorOn: startDate ?? madeOn,
    anchorIndex: startDate === undefined ? 0 : 1,
    notBefore: startDate ?? addDays(madeOn, 1),
  };
}

/** The episode after one that is known. */
export function cursorAfter(cursor: Cursor, episode: DueEpisode): Cursor {
  return { ...cursor, index: episode.index + 1, notBefore: addDays(episode.dueOn, 1) };
}

/** The episode at the cursor; undefined when no date is left (docs/domain.md#due-dates). */
export function episodeAt(dates: ScheduleDates, cursor: Cursor): DueEpisode | undefined {
  const { terminator } = dates;
  if (terminator?.episodeLimit !== undefined && cursor.index > terminator.episodeLimit) return undefined;
  const dueOn = dateAt(dates, cursor);
  if (dueOn === undefined || !isCalendarDay(dueOn)) return undefined;
  if (terminator?.endOn !== undefined && dueOn > terminator.endOn) return undefined;
  return { index: cursor.index, dueOn };
}

/** Episodes from the cursor on, in order. Endless where the schedule is. */
export function* episodesFrom(dates: ScheduleDates, cursor: Cursor): Generator<DueEpisode> {
  let at = cursor;
  for (let found = episodeAt(dates, at); found; found = episodeAt(dates, at)) {
    yield found;
    at = cursorAfter(at, found);
  }
}

/** How many episodes the cursor has before it; null when there is no end, or none that one would count to. */
export function remainingFrom(dates: ScheduleDates, cursor: Cursor): number | null {
  const { terminator } = dates;
  const isEndless =
    dates.fixed === undefined && terminator?.endOn === undefined && terminator?.episodeLimit === undefined;
  if (isEndless) return null;
  const found = episodesFrom(dates, cursor);
  for (let count = 0; count <= maxCounted; count += 1) if (found.next().done) return count;
  return null;
}

/**
 * A frequency counted from the day of success makes that day its new anchor, unless it was the due day: the 28th of
 * a short month is no reason to leave the 31st.
 */
export function afterSuccess(
  definition: Pick<ScheduleDefinition, 'frequency'>,
  cursor: Cursor,
  episode: DueEpisode,
  succeededOn: CalendarDay,
): Cursor {
  if (definition.frequency?.rate !== 'RELATIVE' || succeededOn <= episode.dueOn) return cursor;
  return { ...cursor, anchorOn: succeededOn, anchorIndex: episode.index };
}

function dateAt(dates: ScheduleDates, cursor: Cursor): CalendarDay | undefined {
  const { fixed, frequency, pattern } = dates;
  if (fixed) return fixed.dates[cursor.index - 1];
  if (frequency) {
    // Always from the anchor: month by month, 31 January would become the 28th for good.
    return moved(cursor.anchorOn, frequency.unit, (cursor.index - cursor.anchorIndex) * frequency.quantity);
  }
  return pattern && firstOfPattern(pattern, cursor.notBefore);
}

/** A day moved by whole units; the last of the month where it has no such day. */
export function moved(day: CalendarDay, unit: FrequencyUnit, by: number): CalendarDay {
  if (unit === 'DAY') return addDays(day, by);
  if (unit === 'WEEK') return addDays(day, 7 * by);
  return addMonths(day, unit === 'MONTH' ? by : 12 * by);
}

/** The first day from `from` on that lies in every given set; undefined when there is none. */
export function firstOfPattern(pattern: SchedulePattern, from: CalendarDay): CalendarDay | undefined {
  const last = addMonths(from, 12 * patternYears);
  for (let month = from; month <= last; month = addMonths(`${month.slice(0, 8)}01`, 1)) {
    if (!isIn(pattern.monthsOfYear, Number(month.slice(5, 7)))) continue;
    const length = lengthOfMonth(month);
    for (let day = Number(month.slice(8)); day <= length; day += 1) {
      const candidate = `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
      if (fits(pattern, candidate, day, length)) return candidate;
    }
  }
  return undefined;
}

function fits(pattern: SchedulePattern, candidate: CalendarDay, day: number, length: number): boolean {
  const { daysOfWeek, weeksOfMonth, daysOfMonth } = pattern;
  // A day beyond the month means its last: "the 31st" is the last day of every month.
  const isDay =
    daysOfMonth === undefined ||
    daysOfMonth.includes(day) ||
    (day === length && daysOfMonth.some((one) => one > length));
  if (!isDay || !isIn(weeksOfMonth, Math.ceil(day / 7))) return false;
  return daysOfWeek === undefined || isIn(daysOfWeek, weekdays[weekdayOf(candidate)]);
}

const isIn = <T>(set: readonly T[] | undefined, value: T): boolean =>
  set === undefined || set.includes(value);

const lengthOfMonth = (day: CalendarDay): number =>
  Number(addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1).slice(8));
