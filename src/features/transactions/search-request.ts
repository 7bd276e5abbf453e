import type { SearchRequest } from './calls.ts';
import type { SearchParams } from './search-params.ts';
import { rangeInterval } from './search-range.ts';
import { defaultColumns } from './transaction-fields.ts';

type Field = SearchRequest['fields'][number];

export interface SearchSort {
  field: string;
  direction: 'ASC' | 'DESC';
}

export const defaultSort: SearchSort = { field: 'txn_datetime', direction: 'DESC' };

/** The default columns that the metadata lists, in their order (spec 1 §3). */
export function offeredColumns(fields: readonly { field: string }[]): string[] {
  return defaultColumns.filter((column) => fields.some(({ field }) => field === column));
}

/** The sort of the URL, unless it names a column that this person is not offered. */
export function sortOf(params: SearchParams, fields: readonly { field: string }[]): SearchSort {
  const { field, direction } = params;
  const isOffered = direction !== undefined && fields.some((one) => one.field === field);
  return field !== undefined && isOffered ? { field, direction } : defaultSort;
}

interface Setting {
  columns: readonly string[];
  sort: SearchSort;
  orgId: number;
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  now: Date;
  /** Whose days the range counts. */
  timeZone: string;
}

/** What the server is asked for one page of the search; an id is looked for at any time. */
export function searchRequestOf(params: SearchParams, setting: Setting): SearchRequest {
  const { columns, sort, now } = setting;
  const fields = new Map<string, Field>(columns.map((field) => [field, { field, display: true }]));
  const add = (field: string, more: Partial<Field>): void => {
    fields.set(field, { ...(fields.get(field) ?? { field, display: false }), ...more });
  };
  const { searchField, value } = params;
  if (searchField !== undefined && value !== undefined) {
    add(searchField, { filter: { operation: 'EQUALS', value: [value] } });
  }
  if (searchField !== 'txn_id') {
    const { from, to } = rangeInterval(params.searchRange, now, setting.timeZone);
    add('txn_datetime', { filter: { operation: 'BETWEEN', value: [from.getTime(), to.getTime()] } });
  }
  add(sort.field, { sort: sort.direction });
  return {
    startFrom: params.offset + 1,
    limit: params.pageSize,
    dataSource: setting.isWarehouse ? 'REPORT' : 'REAL-TIME',
    orgIds: [setting.orgId],
    fields: [...fields.values()],
    includeFieldNames: true,
  };
}
