import type { SearchRequest } from '#features/reporting/search-schema.ts';
import { outcomesWithAliases } from '#features/reporting/fields/risk-outcome.ts';
import type { SearchField } from '#features/reporting/filters/search-field.ts';
import type { SearchParams } from './search-params.ts';
import { rangeInterval } from './search-range.ts';

type Field = SearchRequest['fields'][number];

export interface SearchSort {
  field: string;
  direction: 'ASC' | 'DESC';
}

export const defaultSort: SearchSort = { field: 'txn_datetime', direction: 'DESC' };

/** The sort of the URL, unless it names a column that this person cannot sort by. */
export function buildSort({ field, direction }: SearchParams, sortable: ReadonlySet<string>): SearchSort {
  const isSorted = field !== undefined && direction !== undefined && sortable.has(field);
  return isSorted ? { field, direction } : defaultSort;
}

/** The same card is no field: the transaction is named in the path of the call (docs/domain.md#search). */
function buildFilter(field: SearchField, value: string): Field['filter'] {
  switch (field) {
    case 'SAME_CARD':
      return undefined;
    case 'requested_amount':
      // Refunds and payouts are negative in reports; whoever looks for an amount means either.
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
  /** Whose days the range counts. */
  timeZone: string;
  /** Of the first page: later ones leave out what has come since. ISO 8601. */
  snapshot?: string | undefined;
}

/** What the server is asked for one page of the search; an id is looked for at any time. */
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

/**
 * Up to when further pages are asked, so that rows which arrive meanwhile move none: newest first, the newest row in sight says
 * it; in other orders the answer does; oldest first nothing can move.
 */
export function snapshotFor(
  sort: SearchSort,
  answer: { snapshotTime?: string | undefined },
  newest: string | undefined,
): string | undefined {
  if (sort.field !== 'txn_datetime') return answer.snapshotTime;
  return sort.direction === 'DESC' && newest !== '' ? newest : undefined;
}
