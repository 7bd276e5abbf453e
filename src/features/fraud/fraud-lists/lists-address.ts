import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { readPage } from '#shared/paging.ts';
import {
  type HistorySort,
  type ItemSort,
  type ListSort,
  type SortDirection,
  historySorts,
  itemSorts,
  listSorts,
} from './list-search.ts';

type Raw = Readonly<Record<string, string | undefined>>;
const firstSize = 50;

interface Sorted<Sort> {
  offset: number;
  pageSize: number;
  sortField: Sort;
  direction: SortDirection;
}

/** The query parameters of the route `lists`. */
export interface ListsSearch extends Sorted<ListSort> {
  hotList?: 'true';
  name?: string;
  fieldType?: string;
  /** The day of the last change. */
  lastUpdatedTime?: CalendarDay;
}

/** The search parameters of the list editor. */
export interface ItemsSearch extends Sorted<ItemSort> {
  value?: string;
  source?: string;
  addedDate?: CalendarDay;
  expiryDate?: CalendarDay;
  maskedPan?: string;
}

export const historyPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_1_YEAR',
] as const;
const historyRanges = [...historyPresets, 'ANY_TIME'] as const;
type HistoryRange = (typeof historyRanges)[number];

/** The search parameters of the list history. */
export interface HistorySearch extends Sorted<HistorySort> {
  searchRange: HistoryRange;
  value?: string;
  maskedPan?: string;
  source?: string;
  user?: string;
  date?: CalendarDay;
  expiryDate?: CalendarDay;
}

export const defaultLists: ListsSearch = {
  offset: 0,
  pageSize: firstSize,
  sortField: 'auditData.lastUpdatedTime',
  direction: 'DESC',
};
export const defaultItems: ItemsSearch = {
  offset: 0,
  pageSize: firstSize,
  sortField: 'addedDate',
  direction: 'DESC',
};
export const defaultHistory: HistorySearch = {
  offset: 0,
  pageSize: firstSize,
  sortField: 'date',
  direction: 'DESC',
  searchRange: 'WITHIN_1_YEAR',
};

/** An invalid page or sort resets everything except the hot-list filter. Reads its own result back unchanged. */
export function readListsSearch(raw: Raw): ListsSearch {
  const hotList = raw.hotList === 'true' ? ({ hotList: 'true' } as const) : {};
  const page = readSorted(raw, listSorts, defaultLists);
  if (!page) return { ...defaultLists, ...hotList };
  return {
    ...page,
    ...hotList,
    ...text('name', raw.name),
    ...text('fieldType', raw.fieldType),
    ...day('lastUpdatedTime', raw.lastUpdatedTime),
  };
}

/** An invalid page or sort resets everything. */
export function readItemsSearch(raw: Raw): ItemsSearch {
  const page = readSorted(raw, itemSorts, defaultItems);
  if (!page) return defaultItems;
  return {
    ...page,
    ...text('value', raw.value),
    ...text('source', raw.source),
    ...day('addedDate', raw.addedDate),
    ...day('expiryDate', raw.expiryDate),
    ...text('maskedPan', raw.maskedPan),
  };
}

/** An invalid page, sort or range resets everything. */
export function readHistorySearch(raw: Raw): HistorySearch {
  const page = readSorted(raw, historySorts, defaultHistory);
  const range = historyRanges.find(
    (candidate) => candidate === (raw.searchRange ?? defaultHistory.searchRange),
  );
  if (!page || !range) return defaultHistory;
  return {
    ...page,
    searchRange: range,
    ...text('value', raw.value),
    ...text('maskedPan', raw.maskedPan),
    ...text('source', raw.source),
    ...text('user', raw.user),
    ...day('date', raw.date),
    ...day('expiryDate', raw.expiryDate),
  };
}

/** Undefined when a part that is given is invalid. */
function readSorted<Sort extends string>(
  raw: Raw,
  sorts: readonly Sort[],
  first: Sorted<Sort>,
): Sorted<Sort> | undefined {
  const page = readPage(raw, firstSize);
  const isPage =
    Number(raw.offset ?? 0) === page.offset && Number(raw.pageSize ?? firstSize) === page.pageSize;
  const sortField = sorts.find((sort) => sort === (raw.sortField ?? first.sortField));
  const direction = (['ASC', 'DESC'] as const).find(
    (candidate) => candidate === (raw.direction ?? first.direction),
  );
  return isPage && sortField !== undefined && direction !== undefined
    ? { ...page, sortField, direction }
    : undefined;
}

function text<Name extends string>(name: Name, value: string | undefined) {
  const trimmed = value?.trim() ?? '';
  // No card number in an address (docs/domain.md#card-data).
  const isValid = trimmed !== '' && trimmed.length <= 320 && !hasCardNumber(trimmed);
  return (isValid ? { [name]: trimmed } : {}) as { [key in Name]?: string };
}

function day<Name extends string>(name: Name, value: string | undefined) {
  return (isCalendarDay(value) ? { [name]: value } : {}) as { [key in Name]?: CalendarDay };
}
