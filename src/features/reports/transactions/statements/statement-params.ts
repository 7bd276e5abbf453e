import { maxOffset, readPage } from '#shared/paging.ts';
import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import {
  type FilterParams,
  readColumnFilters,
  readFilterParams,
} from '#features/record/reporting/filters/filter-params.ts';
import { readDays, readLegacyDay, type StatementDays, writeDays } from './statement-interval.ts';

/** The filters of the panel. An empty list does not filter. */
export interface StatementFilters {
  /** Ids of organisations. Each includes all merchants at and below it. */
  selectedNodes: string[];
  status: string[];
  type: string[];
  optimize360Outcome: string[];
}
export type FilterName = keyof StatementFilters;

export const noFilters: StatementFilters = {
  selectedNodes: [],
  status: [],
  type: [],
  optimize360Outcome: [],
};
export const filterNames = Object.keys(noFilters) as FilterName[];

/**
 * The query parameters of the route `statements` (docs/domain.md#statements), with the column filters. Empty
 * ones are omitted from the address.
 */
export interface StatementParams extends Partial<StatementFilters>, FilterParams {
  offset: number;
  pageSize: number;
  date: string;
  /** The last day that was asked for, where it is after today: the range ends today. */
  cut?: CalendarDay | undefined;
  field?: string;
  direction?: 'asc' | 'desc';
}

const defaultPageSize = 50;
const maxNodes = 5000;
const maxValues = 100;

/**
 * Reads each URL parameter (docs/domain.md#statements): an invalid date falls back to `fromDate`, then today,
 * an invalid page to the first; invalid ids and words are dropped. Never throws. Reads back its own result.
 */
export function readStatementParams(
  raw: Readonly<Record<string, string | undefined>>,
  now: Date,
  timeZone: string,
): StatementParams {
  const today = zonedDate(now, timeZone);
  const asked = cutAtToday(raw.date, today);
  const days = readDays(asked.date, today) ??
    readLegacyDay(raw.fromDate, today, timeZone) ?? { from: today, to: today };
  const direction = raw.direction?.toLowerCase();
  const isSorted = isWord(raw.field) && (direction === 'asc' || direction === 'desc');
  return {
    ...readPage(raw, defaultPageSize, maxOffset),
    date: writeDays(days),
    ...(asked.cut === undefined && days.to === today && isAfter(raw.cut, today) ? { cut: raw.cut } : {}),
    ...(asked.cut === undefined ? {} : { cut: asked.cut }),
    ...listed({
      selectedNodes: parseParts(raw.selectedNodes, isNodeId, maxNodes),
      status: parseParts(raw.status, isWord, maxValues),
      type: parseParts(raw.type, isWord, maxValues),
      optimize360Outcome: parseParts(raw.optimize360Outcome, isWord, maxValues),
    }),
    ...(isSorted ? { field: raw.field as string, direction } : {}),
    ...readFilterParams(raw),
  };
}

/** The days of valid parameters. */
export function parseDays(params: StatementParams): StatementDays {
  const [from = '', to = from] = params.date.split(',');
  return { from, to };
}

export function readFilters(params: Partial<StatementFilters>): StatementFilters {
  const { selectedNodes = [], status = [], type = [], optimize360Outcome = [] } = params;
  return { selectedNodes, status, type, optimize360Outcome };
}

/** Only the filters that are not empty. */
export function listed(filters: StatementFilters): Partial<StatementFilters> {
  return Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0));
}

/** The same parameters with other filters, from the first page. */
export function withFilters(params: StatementParams, filters: StatementFilters): StatementParams {
  const { selectedNodes: _1, status: _2, type: _3, optimize360Outcome: _4, ...rest } = params;
  return { ...rest, ...listed(filters), offset: 0 };
}

/** Identifies the set of rows, independent of page and order. */
export function criteriaKey(params: StatementParams): string {
  return JSON.stringify([params.date, readFilters(params), readColumnFilters(params)]);
}

const isAfter = (day: string | undefined, today: CalendarDay): day is CalendarDay =>
  isCalendarDay(day) && day > today;

/** A range that begins by today and ends in the future, up to today. */
function cutAtToday(
  date: string | undefined,
  today: CalendarDay,
): { date: string | undefined; cut?: CalendarDay } {
  const [from, to, ...more] = date?.split(',') ?? [];
  return isCalendarDay(from) && from <= today && isAfter(to, today) && more.length === 0
    ? { date: `${from},${today}`, cut: to }
    : { date };
}

function parseParts(text: string | undefined, isValid: (part: string) => boolean, max: number): string[] {
  return [...new Set((text ?? '').split(',').filter(isValid))].slice(0, max);
}

/** Ids are positive and within the range of the database. */
const isNodeId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;

const isWord = (text: string | undefined): boolean => /^[A-Za-z\d][\w -]{0,63}$/.test(text ?? '');
