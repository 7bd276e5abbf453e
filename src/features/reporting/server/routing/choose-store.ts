import type { ReportQuery } from '../build-report-query.ts';

export type Store = 'postgres' | 'warehouse';

/** Inputs of the choice of a store, besides the number of rows. */
export interface QueryShape {
  /** PostgreSQL walks an index by time up to the end of the page, and has the total in its roll-ups. */
  isWalked: boolean;
  /** PostgreSQL sorts all rows, but finds them in an index with all columns of the query (migration 0038). */
  isSortedInIndex: boolean;
}

const countedFields = new Set(['txn_datetime', 'txn_type', 'txn_status']);
const indexedFields = new Set(['txn_datetime', 'txn_id', 'requested_amount', 'merch_ref']);

export function queryShape({ sort, conditions }: ReportQuery): QueryShape {
  const isFiltered = conditions.some(({ field }) => !countedFields.has(field));
  const [firstTerm] = sort;
  const isByTime = firstTerm?.field === 'txn_datetime' || firstTerm?.field === 'txn_id';
  return {
    isWalked: isByTime && !isFiltered,
    isSortedInIndex: !isFiltered && sort.every(({ field }) => indexedFields.has(field)),
  };
}

/**
 * Up to these numbers of rows PostgreSQL is faster than the warehouse: from an index, and row by row. Above
 * the last it still reads the newest rows faster for a file. docs/benchmarks.md#choosing-the-store has the
 * measurements.
 */
const maxSortedInIndex = 50_000;
const maxSorted = 5_000;
const maxWarehouseFile = 2_000_000;

/** `rows`: of the scope, after time, type and status. Other filters may leave fewer. */
export function chooseStore(shape: QueryShape, rows: number, purpose: 'page' | 'file'): Store {
  // Files come from the warehouse unless that takes far longer: PostgreSQL's time is for payments.
  if (purpose === 'file') return shape.isWalked && rows > maxWarehouseFile ? 'postgres' : 'warehouse';
  if (shape.isWalked) return 'postgres';
  return rows <= (shape.isSortedInIndex ? maxSortedInIndex : maxSorted) ? 'postgres' : 'warehouse';
}
