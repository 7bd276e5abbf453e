import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import { type SearchParams, readSearchParams } from '#features/reports/transactions/search-params.ts';
import { buildSearchRequest, buildSort } from '#features/reports/transactions/search-request.ts';
import type { ViewParams } from './view-address.ts';

interface Setting {
  /** The columns of the rows. */
  columns: readonly string[];
  orgId: number;
  /** The moment from which named ranges count. */
  now: Date;
  /** The time zone of the range's days. */
  timeZone: string;
  /** Instead of the range of the view. */
  range?: SearchParams['searchRange'];
  limit: number;
}

/** The search of a view with all its filters, and the transaction whose card it names. */
export function buildViewRequest(
  params: ViewParams,
  { range, limit, ...setting }: Setting,
): { request: SearchRequest; sameCardOf: number | undefined } {
  const saved = readSearchParams(params);
  const search = { ...saved, ...(range === undefined ? {} : { searchRange: range }), offset: 0 };
  const known = new Set(search.field !== undefined && transactionField(search.field) ? [search.field] : []);
  const request = buildSearchRequest(search, {
    ...setting,
    sort: buildSort(search, known),
    isWarehouse: false,
  });
  const filters = readColumnFilters(search);
  return {
    request: {
      ...request,
      limit,
      fields: [...request.fields, ...columnFilterFields(filters, Object.keys(filters), setting.timeZone)],
    },
    sameCardOf: search.searchField === 'SAME_CARD' ? Number(search.value) : undefined,
  };
}
