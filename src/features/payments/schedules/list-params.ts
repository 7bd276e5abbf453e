import { addDays, type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { pageSizes } from '#shared/paging.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import type { ScheduleQuery } from './schemas.ts';
import { type SortField, sortFields } from './schedule-fields.ts';
import { type ScheduleStatus, scheduleStatuses } from './schedule-status.ts';

/** The result of the last episode. */
export const lastResults = ['SUCCESS', 'FAILED'] as const;
type LastResult = (typeof lastResults)[number];

/** The query parameters of the route `scheduleList` (docs/domain.md#schedules). Without dates: yesterday to today. */
export interface ScheduleListParams {
  page: number;
  pageSize: number;
  startDate?: CalendarDay;
  endDate?: CalendarDay;
  status?: ScheduleStatus[];
  selectedNodes?: string[];
  /** Days of the next charge, both included. */
  dueFrom?: CalendarDay;
  dueTo?: CalendarDay;
  lastResult?: LastResult;
  /** The creation, if not given. */
  sortBy?: Exclude<SortField, 'creationDate'>;
  sortOrder: 'asc' | 'desc';
}

export const earliestDay: CalendarDay = '2000-01-01';
export const defaultList: ScheduleListParams = { page: 1, pageSize: 25, sortOrder: 'desc' };
const maxPages = 10_000;

/** Reads the URL. An invalid part falls back to its default (docs/domain.md#schedules). Never throws. */
export function readListParams(
  raw: Readonly<Record<string, string | undefined>>,
  today: CalendarDay,
): ScheduleListParams {
  const page = Number(/^\d{1,6}$/.test(raw.page ?? '1') ? (raw.page ?? '1') : 0);
  const pageSize = Number(raw.pageSize ?? 25);
  const isValidPage = page >= 1 && page <= maxPages && (pageSizes as readonly number[]).includes(pageSize);
  const status = parseList(raw.status, (item): item is ScheduleStatus =>
    (scheduleStatuses as readonly string[]).includes(item),
  );
  const nodes = parseList(raw.selectedNodes, (item): item is string => /^[1-9]\d{0,8}$/.test(item));
  const dates = parseDays(raw, today);
  return {
    ...(isValidPage ? { page, pageSize } : { page: 1, pageSize: 25 }),
    ...dates,
    status,
    selectedNodes: nodes,
    ...parseDueDays(raw),
    lastResult: lastResults.find((result) => result === raw.lastResult),
    sortBy: otherOrder(raw.sortBy),
    sortOrder: raw.sortOrder === 'asc' ? 'asc' : 'desc',
  };
}

/** The order in an address, which leaves out the usual one. */
export const otherOrder = (field: string | undefined): ScheduleListParams['sortBy'] =>
  sortFields.find(
    (name): name is Exclude<SortField, 'creationDate'> => name === field && name !== 'creationDate',
  );

/** Searches that people repeat: all schedules, whenever they were created. */
export const quickSearches = ['dueTomorrow', 'lastFailed', 'bySystem'] as const;

export function quickSearch(
  name: (typeof quickSearches)[number],
  today: CalendarDay,
): Partial<ScheduleListParams> {
  const tomorrow = addDays(today, 1);
  switch (name) {
    case 'dueTomorrow':
      return { dueFrom: tomorrow, dueTo: tomorrow, sortBy: 'nextEpisodeDate', sortOrder: 'asc' };
    case 'lastFailed':
      return { lastResult: 'FAILED', sortBy: 'lastEpisodeDate', sortOrder: 'desc' };
    case 'bySystem':
      return { status: ['TECH_SUSPENDED'], sortOrder: 'desc' };
  }
}

/** Drops the organisation filter when any of its organisations is outside the user's current organisation. */
export function withKnownNodes(
  params: ScheduleListParams,
  knownNodes: ReadonlySet<string>,
): ScheduleListParams {
  const { selectedNodes, ...otherParams } = params;
  return selectedNodes?.every((id) => knownNodes.has(id)) === false ? otherParams : params;
}

/** The interval of creation days that the list shows. */
export function resolveDays(
  params: ScheduleListParams,
  today: CalendarDay,
): { from: CalendarDay; to: CalendarDay } {
  return { from: params.startDate ?? addDays(today, -1), to: params.endDate ?? today };
}

/** The list's search. Days are in the user's time zone. */
export function buildListQuery(
  params: ScheduleListParams,
  today: CalendarDay,
  timeZone: string,
): ScheduleQuery {
  const { from, to } = resolveDays(params, today);
  const { status = [], selectedNodes = [], dueFrom, dueTo, lastResult, sortOrder } = params;
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const isDue = dueFrom !== undefined || dueTo !== undefined;
  // The screen shows both kinds of suspension as one (docs/domain.md#schedules).
  const statuses: ScheduleStatus[] = status.includes('SUSPENDED') ? [...status, 'TECH_SUSPENDED'] : status;
  return {
    owner: selectedNodes,
    searchFields: {
      creationDate: daysAsMoments(from, to, timeZone),
      status: statuses.length > 0 ? statuses : undefined,
      nextEpisodeDate: isDue ? { start: dueFrom, end: dueTo } : undefined,
      lastEpisodeState: lastResult,
    },
    sortBy: { [params.sortBy ?? 'creationDate']: direction },
  };
}

/** The first instant of one day and the last instant of another. */
export function daysAsMoments(from: CalendarDay, to: CalendarDay, timeZone: string) {
  const end = endOfDayIn(to, timeZone).getTime();
  return { start: startOfDayIn(from, timeZone).toISOString(), end: new Date(end).toISOString() };
}

/** Either day may be absent, and the interval may end in the future. An invalid or backward interval drops both. */
function parseDays(
  { startDate, endDate }: Readonly<Record<string, string | undefined>>,
  today: CalendarDay,
): Pick<ScheduleListParams, 'startDate' | 'endDate'> {
  const areDays = [startDate, endDate].every((day) => day === undefined || isDay(day));
  if (!areDays || (startDate ?? addDays(today, -1)) > (endDate ?? today)) return {};
  return {
    startDate,
    endDate,
  };
}

/** Either day may be absent. An invalid or backward interval drops both. */
function parseDueDays({
  dueFrom,
  dueTo,
}: Readonly<Record<string, string | undefined>>): Pick<ScheduleListParams, 'dueFrom' | 'dueTo'> {
  if (![dueFrom, dueTo].every((day) => day === undefined || isDay(day))) return {};
  return dueFrom !== undefined && dueTo !== undefined && dueFrom > dueTo ? {} : { dueFrom, dueTo };
}

const isDay = (text: string): boolean => isCalendarDay(text) && text >= earliestDay;

/** One invalid value drops the list: half a filter would look like the whole filter. */
function parseList<T extends string>(
  text: string | undefined,
  isItem: (item: string) => item is T,
): T[] | undefined {
  const items = [...new Set((text ?? '').split(',').filter((item) => item !== ''))];
  return items.length > 0 && items.every(isItem) ? (items as T[]) : undefined;
}
