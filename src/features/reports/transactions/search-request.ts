import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { outcomesWithAliases } from '#features/record/reporting/fields/risk-outcome.ts';
import type { SearchField } from '#features/record/reporting/filters/search-field.ts';
import type { SearchParams } from './search-params.ts';
import { rangeInterval } from './search-range.ts';

type Field = SearchRequest['fields'][number];

export interface SearchSort {
  field: string;
  direction: 'ASC' | 'DESC';
}

export const defaultSort: SearchSort = { field: 'txn_datetime', direction: 'DESC' };

/** The sort of the URL, unless the user cannot sort by its column. */
export function buildSort({ field, direction }: SearchParams, sortable: ReadonlySet<string>): SearchSort {
  const isSorted = field !== undefined && direction !== undefined && sortable.has(field);
  return isSorted ? { field, direction } : defaultSort;
}

/** The same card is not a field: the path names the transaction (docs/domain.md#search). */
function buildFilter(field: SearchField, value: string): Field['filter'] {
  switch (field) {
    case 'SAME_CARD':
      return undefined;
    case 'requested_amount':
      // Refunds and payouts are negative in reports. A search by amount matches both signs.
      return { operation: 'IN', value: [value, `-${value}`] };
    case 'OPTIMIZE360_OUTCOME':
      return { operation: 'IN', value: outcomesWithAliases(value) };
    default:
      return { operation: 'EQUALS', value: [value] };
  }
}

interface Setting {
  columns: readonly string[];
  sort: SearchSort;
  orgId: number;
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  now: Date;
  /** The time zone of the range's days. */
  timeZone: string;
  /** Snapshot of the first page (ISO 8601). Later pages leave out newer transactions. */
  snapshot?: string;
}

/** The request for one page of the search. An id is searched at any time. */
export function buildSearchRequest(params: SearchParams, setting: Setting): SearchRequest {
  const { columns, sort, now } = setting;
  const fields = new Map<string, Field>(columns.map((field) => [field, { field, display: true }]));
  const add = (field: string, more: Partial<Field>): void => {
    fields.set(field, { ...(fields.get(field) ?? { field, display: false }), ...more });
  };
  const { searchField, value } = params;
  if (searchField !== undefined && value !== undefined) {
    const filter = buildFilter(searchField, value);
    if (filter !== undefined) add(searchField, { filter });
  }
  if (searchField !== 'txn_id') {
    const { from, to } = rangeInterval(params.searchRange, now, setting.timeZone);
    add('txn_datetime', { filter: { operation: 'BETWEEN', value: [from.getTime(), to.getTime()] } });
  }
  add(sort.field, { sort: sort.direction });
  const { snapshot } = setting;
  const until: Field[] =
    snapshot === undefined || params.offset === 0
      ? []
      : [{ field: 'txn_datetime', display: false, filter: { operation: 'LTE', value: [snapshot] } }];
  return {
    startFrom: params.offset + 1,
    limit: params.pageSize,
    dataSource: setting.isWarehouse ? 'REPORT' : 'REAL-TIME',
    orgIds: [setting.orgId],
    fields: [...fields.values(), ...until],
    includeFieldNames: true,
  };
}

/** The same columns and order for these transactions only: the filters have found them. */
export function requestForSelection(request: SearchRequest, ids: readonly string[]): SearchRequest {
  const filter = { operation: 'IN' as const, value: [...ids] };
  const known = request.fields.some(({ field }) => field === 'txn_id');
  const fields = known ? request.fields : [...request.fields, { field: 'txn_id', display: false }];
  return { ...request, fields: fields.map((one) => (one.field === 'txn_id' ? { ...one, filter } : one)) };
}

/**
 * The snapshot for further pages, so that new rows move none: the newest visible row when sorted newest
 * first, the response's snapshot in other orders, none when sorted oldest first.
 */
export function snapshotFor(
  sort: SearchSort,
  response: { snapshotTime?: string },
  newest: string | undefined,
): string | undefined {
  if (sort.field !== 'txn_datetime') return response.snapshotTime;
  return sort.direction === 'DESC' && newest !== '' ? newest : undefined;
}
