import {
  type CalendarDay,
  type DayPreset,
  type DayRange,
  addDays,
  daysBetween,
  daysOfPreset,
  isCalendarDay,
  matchPreset,
} from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { type Breakdown, breakdowns } from './activity-rules.ts';

/** The periods of home, beside days of the user's choice. */
export const periodPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_90_DAYS',
] as const satisfies readonly DayPreset[];
type Preset = (typeof periodPresets)[number];

/** The longest period, and the longest one by the hour. */
export const maxPeriodDays = 92;
export const maxHourDays = 7;

/** The query parameters of the route `home`. */
export interface HomeSearch {
  /** A preset, or two days: '2026-11-01,2026-11-10'. Missing: today, or yesterday while today is empty. */
  period?: string;
  /** Money in this currency; the number of payments when missing. */
  money?: string;
  by?: Breakdown;
  unit?: 'hour';
}

/** Drops what it does not know. Never throws. Reads back its own result. */
export function readHomeSearch(raw: Readonly<Record<string, string | undefined>>): HomeSearch {
  const { period = '', money = '', unit } = raw;
  const by = breakdowns.find((candidate) => candidate === raw.by);
  return {
    ...(isPreset(period) || readDays(period) ? { period } : {}),
    ...(/^[A-Z]{3}$/.test(money) ? { money } : {}),
    ...(by === undefined ? {} : { by }),
    ...(unit === 'hour' ? { unit } : {}),
  };
}

const isPreset = (text: string): text is Preset => (periodPresets as readonly string[]).includes(text);

function readDays(text: string): DayRange | undefined {
  const [from, to, ...more] = text.split(',');
  return isCalendarDay(from) && isCalendarDay(to) && from <= to && more.length === 0
    ? { from, to }
    : undefined;
}

/** A range that means a preset is written as one, so that it moves with the days. */
export const writePeriod = (days: DayRange, today: CalendarDay): string =>
  matchPreset(days, today, periodPresets) ?? `${days.from},${days.to}`;

/** The days of a period: none in the future, and at most `maxPeriodDays`. */
export function daysOfPeriod(period: string | undefined, today: CalendarDay): DayRange {
  const days = readDays(period ?? '');
  if (days === undefined) return daysOfPreset(isPreset(period ?? '') ? (period as Preset) : 'TODAY', today);
  const to = days.to > today ? today : days.to;
  const first = addDays(to, 1 - maxPeriodDays);
  const from = days.from > to ? to : days.from;
  return { from: from < first ? first : from, to };
}

export interface Period {
  unit: 'day' | 'hour';
  /** The start of each day or hour, and the end of the last. */
  starts: string[];
  /** As many days before, up to the same hour as now when the period has not ended. */
  before: [string, string];
}

const hourMs = 3_600_000;

/** One day is by the hour; more days are on request, up to `maxHourDays`. */
export function buildPeriod(
  { from, to }: DayRange,
  { now, timeZone, byHour = false }: { now: Date; timeZone: string; byHour?: boolean },
): Period {
  const length = daysBetween(from, to) + 1;
  const startOf = (day: CalendarDay): number => startOfDayIn(day, timeZone).getTime();
  const [first, last, end] = [startOf(from), startOf(to), startOf(addDays(to, 1))];
  const endOfHour = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  const hasEnded = endOfHour >= end;
  const unit = length === 1 || (byHour && length <= maxHourDays) ? 'hour' : 'day';
  const lastBefore = addDays(to, -length);
  const endBefore = hasEnded ? first : Math.min(startOf(lastBefore) + endOfHour - last, first);
  const starts =
    unit === 'hour'
      ? hoursBetween(first, hasEnded ? end : endOfHour)
      : Array.from({ length: length + 1 }, (_, day) => startOf(addDays(from, day)));
  const iso = (at: number): string => new Date(at).toISOString();
  return { unit, starts: starts.map(iso), before: [iso(startOf(addDays(from, -length))), iso(endBefore)] };
}

/** Hours of the clock in UTC; the first and the last may be shorter in a half-hour zone. */
function hoursBetween(from: number, until: number): number[] {
  const hours = [from];
  for (let at = (Math.floor(from / hourMs) + 1) * hourMs; at < until; at += hourMs) hours.push(at);
  return [...hours, until];
}
