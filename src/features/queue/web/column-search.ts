import type { GridFilters } from '#ui/grid/filters/filter-row.tsx';
import { type QueueSearch, type TaskSort, readColumnSearch } from '../queue-search.ts';
import { columnAddress } from './queue-columns.tsx';

export const sortColumn = ({ sortField }: QueueSearch): string =>
  Object.entries(columnAddress).find(([, { sort }]) => sort === sortField)?.[0] ?? 'time';

export const sortField = (column: string): TaskSort => columnAddress[column]?.sort ?? 'transactionTime';

/** The filters of the address by column. */
export function columnFilters(search: QueueSearch): GridFilters {
  const entries = Object.entries(columnAddress).flatMap(([id, { filter }]) => {
    const value = filter === undefined ? undefined : search[filter];
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The filters of columns as the address has them; one that was cleared is undefined. */
export function columnSearch(filters: GridFilters): Partial<QueueSearch> {
  const raw = Object.fromEntries(
    Object.entries(columnAddress).map(([id, { filter = '' }]) => [filter, filters[id]]),
  );
  const cleared = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
  return { ...cleared, ...readColumnSearch(raw) };
}
