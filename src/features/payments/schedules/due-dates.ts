import { type CalendarDay, addDays, addMonths, isCalendarDay, weekdayOf } from '#shared/calendar-day.ts';
import {
  type FrequencyUnit,
  type ScheduleDates,
  type ScheduleDefinition,
  type SchedulePattern,
  weekdays,
} from './schedule-definition.ts';

/** A position in a schedule: the episode to compute, and the basis of its date. */
export interface Cursor {
  /** From 1. */
  index: number;
  /** For a frequency: the episode at `anchorIndex` is due on `anchorOn` (0: the day of creation). */
  anchorOn: CalendarDay;
  anchorIndex: number;
  /** For a pattern: the first possible day. */
  notBefore: CalendarDay;
}

export interface DueEpisode {
  index: number;
  dueOn: CalendarDay;
}

/** Longer than the widest gap of any pattern: Friday and 29 February coincide within 40 years. */
const patternYears = 41;
/** The maximum number of remaining episodes that is computed. */
const maxCounted = 10_000;

/** The cursor of a new schedule. A start date is the first due date; otherwise days count from the day of creation. */
export function firstCursor(dates: ScheduleDates, createdOn: CalendarDay): Cursor {
  const { startDate } = dates;
  return {
    index: 1,
    anchorOn: startDate ?? createdOn,
    anchorIndex: startDate === undefined ? 0 : 1,
    notBefore: startDate ?? addDays(createdOn, 1),
  };
}

/** The cursor of the episode after a known one. */
export function cursorAfter(cursor: Cursor, episode: DueEpisode): Cursor {
  return { ...cursor, index: episode.index + 1, notBefore: addDays(episode.dueOn, 1) };
}

/** The episode at the cursor. Undefined after the last date (docs/domain.md#due-dates). */
export function episodeAt(dates: ScheduleDates, cursor: Cursor): DueEpisode | undefined {
  const { terminator } = dates;
  if (terminator?.episodeLimit !== undefined && cursor.index > terminator.episodeLimit) return undefined;
  const dueOn = dateAt(dates, cursor);
  if (dueOn === undefined || !isCalendarDay(dueOn)) return undefined;
  if (terminator?.endOn !== undefined && dueOn > terminator.endOn) return undefined;
  return { index: cursor.index, dueOn };
}

/** Episodes from the cursor on, in order. Endless for a schedule without an end. */
export function* episodesFrom(dates: ScheduleDates, cursor: Cursor): Generator<DueEpisode> {
  let position = cursor;
  for (let episode = episodeAt(dates, position); episode; episode = episodeAt(dates, position)) {
    yield episode;
    position = cursorAfter(position, episode);
  }
}

/** The number of episodes from the cursor on. Null without an end, or above `maxCounted`. */
export function countRemaining(dates: ScheduleDates, cursor: Cursor): number | null {
  const { terminator } = dates;
  const isEndless =
    dates.fixed === undefined && terminator?.endOn === undefined && terminator?.episodeLimit === undefined;
  if (isEndless) return null;
  const episodes = episodesFrom(dates, cursor);
  for (let count = 0; count <= maxCounted; count += 1) if (episodes.next().done) return count;
  return null;
}

/**
 * A RELATIVE frequency counts on from the day of a late success. A success on the due day keeps the anchor, so that a
 * charge on the 28th of a short month doesn't move a schedule away from the 31st.
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
    // Counts from the anchor. Month by month, 31 January would become the 28th for good.
    return addUnits(
      cursor.anchorOn,
      frequency.unit,
      (cursor.index - cursor.anchorIndex) * frequency.quantity,
    );
  }
  return pattern && findPatternDay(pattern, cursor.notBefore);
}

/** Adds whole units to a day. Falls on the last day of a month that is too short. */
function addUnits(day: CalendarDay, unit: FrequencyUnit, by: number): CalendarDay {
  if (unit === 'DAY') return addDays(day, by);
  if (unit === 'WEEK') return addDays(day, 7 * by);
  return addMonths(day, unit === 'MONTH' ? by : 12 * by);
}

/** The first day from `from` on that is in every given set. Undefined when no day matches. */
function findPatternDay(pattern: SchedulePattern, from: CalendarDay): CalendarDay | undefined {
  const last = addMonths(from, 12 * patternYears);
  for (let month = from; month <= last; month = addMonths(`${month.slice(0, 8)}01`, 1)) {
    if (!isIn(pattern.monthsOfYear, Number(month.slice(5, 7)))) continue;
    const length = lengthOfMonth(month);
    for (let day = Number(month.slice(8)); day <= length; day += 1) {
      const candidate = `${month.slice(0, 8)}${String(day).padStart(2, '0')}`;
      if (matchesPattern(pattern, candidate, day, length)) return candidate;
    }
  }
  return undefined;
}

function matchesPattern(
  pattern: SchedulePattern,
  candidate: CalendarDay,
  day: number,
  length: number,
): boolean {
  const { daysOfWeek, weeksOfMonth, daysOfMonth } = pattern;
  // A day beyond the end of the month means its last day: "the 31st" is the last day of every month.
  const isDay =
    daysOfMonth === undefined ||
    daysOfMonth.includes(day) ||
    (day === length && daysOfMonth.some((dayOfMonth) => dayOfMonth > length));
  if (!isDay || !isIn(weeksOfMonth, Math.ceil(day / 7))) return false;
  return daysOfWeek === undefined || isIn(daysOfWeek, weekdays[weekdayOf(candidate)]);
}

const isIn = <T>(allowed: readonly T[] | undefined, value: T): boolean =>
  allowed === undefined || allowed.includes(value);

const lengthOfMonth = (day: CalendarDay): number =>
  Number(addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1).slice(8));
