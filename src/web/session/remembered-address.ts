import {
  type CalendarDay,
  type DayRange,
  dayPresets,
  daysOfPreset,
  isCalendarDay,
  matchPreset,
} from '#shared/calendar-day.ts';
import { flatText, type FlatSearch } from '../search-codec.ts';
import { readColumns, writeColumns } from './client-storage.ts';

/** What a screen remembers of its address: range, filters and order, never a search for a person. */
export interface Remembered {
  keys: readonly string[];
  /** The parameter with one or two days ('2026-11-01,2026-11-05'), or those of the first and the last day. */
  days?: readonly [string] | readonly [string, string];
}

/** A range that means a preset is stored as the preset, so that it moves with the days. */
export function packAddress(search: FlatSearch, { keys, days }: Remembered, today: CalendarDay): FlatSearch {
  const packed = Object.fromEntries(Object.entries(search).filter(([name]) => keys.includes(name)));
  const range = days && readRange(search, days);
  if (range === undefined) return packed;
  const preset = matchPreset(range, today, dayPresets);
  return { ...packed, days: preset ?? `${range.from},${range.to}` };
}

/** The inverse, on another day. Never throws. */
export function unpackAddress(stored: unknown, { keys, days }: Remembered, today: CalendarDay): FlatSearch {
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = flatText(stored as Record<string, unknown>);
  const search = Object.fromEntries(Object.entries(texts).filter(([name]) => keys.includes(name)));
  const preset = dayPresets.find((candidate) => candidate === texts.days);
  const range = preset ? daysOfPreset(preset, today) : readRange({ days: texts.days ?? '' }, ['days']);
  if (days === undefined || range === undefined) return search;
  const [first, last] = days;
  return last === undefined
    ? { ...search, [first]: range.from === range.to ? range.from : `${range.from},${range.to}` }
    : { ...search, [first]: range.from, [last]: range.to };
}

function readRange(search: FlatSearch, [first, last]: NonNullable<Remembered['days']>): DayRange | undefined {
  const [from, to = from, ...more] =
    last === undefined ? (search[first] ?? '').split(',') : [search[first], search[last] ?? search[first]];
  return isCalendarDay(from) && isCalendarDay(to) && from <= to && more.length === 0
    ? { from, to }
    : undefined;
}

export const rememberAddress = (userId: string, screen: string, packed: FlatSearch): void =>
  writeColumns(userId, `address.${screen}`, packed);

export const readRememberedAddress = (userId: string, screen: string): unknown =>
  readColumns(userId, `address.${screen}`);
