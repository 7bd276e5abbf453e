import { dayMs } from '#server/clock.ts';
import { parseCustomType } from '../../../fields/custom-columns.ts';
import type { ReportQuery, SortTerm } from '../build-report-query.ts';

export type Store = 'postgres' | 'warehouse';

/** What a question costs is decided by these. */
export interface QueryShape {
  sort: 'time' | 'number' | 'text';
  /** Rows until the end of the page. */
  depth: number;
  /** Rows in scope that time, type and status leave; other filters may leave fewer. */
  rows: number;
  /** Over which the rows are spread. */
  months: number;
  /** Merchants that are named; undefined for whole companies. */
  merchants: number | undefined;
  /** The total is kept, and need not be counted. */
  isKept: boolean;
  /** There are filters beside time, type and status. */
  isFiltered: boolean;
  /** PostgreSQL finds the page in an index that has all it is filtered and sorted by (migration 0038). */
  isInIndex: boolean;
}

const sortedInIndex = new Set(['txn_datetime', 'txn_id', 'requested_amount', 'merch_ref']);

/** A page so near the newest rows that an index has it at once, with a total that is kept. */
export const isFirstPage = (shape: Omit<QueryShape, 'rows'>): boolean =>
  shape.sort === 'time' && shape.depth <= 500 && shape.isKept && !shape.isFiltered;

export function queryShape(question: ReportQuery): Omit<QueryShape, 'rows'> {
  const { sort, conditions, offset, limit, scope } = question;
  const [first] = sort;
  const isFiltered = conditions.some(
    ({ field }) => !['txn_datetime', 'txn_type', 'txn_status'].includes(field),
  );
  const byTime = first?.field === 'txn_datetime' || first?.field === 'txn_id';
  return {
    sort: byTime ? 'time' : isStoredNumber(first) ? 'number' : 'text',
    depth: offset + limit,
    months: countMonths(question),
    merchants: scope.merchants?.length,
    isKept: !isFiltered,
    isFiltered,
    isInIndex: !isFiltered && sort.every(({ field }) => sortedInIndex.has(field)),
  };
}

/** A custom field has to be looked for in what the merchant sent, which is no cheaper than a text. */
const isStoredNumber = (term: SortTerm | undefined): boolean =>
  (term?.as === 'integer' || term?.as === 'decimal') && parseCustomType(term.field) === undefined;

const allMonths = 24;

/** How long the interval of the question is, in months begun; a long time where it is open. */
function countMonths({ conditions }: ReportQuery): number {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { field, operation, values } of conditions) {
    if (field !== 'txn_datetime') continue;
    const [low = 0, high = low] = values.map(Number);
    if (['GT', 'GTE', 'BETWEEN', 'EQUALS'].includes(operation)) from = Math.max(from, low);
    if (['LT', 'LTE', 'BETWEEN', 'EQUALS'].includes(operation)) until = Math.min(until, high);
  }
  return Math.min(allMonths, Math.max(1, Math.ceil((until - from) / (30 * dayMs))));
}

/**
 * The store that answers sooner, by what each was measured to do a row (docs/decisions/0021): PostgreSQL walks its index
 * by time, and for any other order sorts all there is, in the index or row after row; ClickHouse has a high price to begin
 * with and a low one a row.
 */
export function cheaperStore(shape: QueryShape): Store {
  return postgresMs(shape) <= warehouseMs(shape) ? 'postgres' : 'warehouse';
}

const longWaitMs = 1000;

/** Of a file: the warehouse, which has no payments to take, unless it takes long and twice as long. */
export function storeOfFile(shape: QueryShape): Store {
  const waitMs = warehouseMs(shape);
  // A file has more columns than an index.
  return waitMs > longWaitMs && waitMs > 2 * postgresMs({ ...shape, isInIndex: false })
    ? 'postgres'
    : 'warehouse';
}

function postgresMs(shape: QueryShape): number {
  const { sort, depth, rows, merchants = Infinity, isKept, isFiltered, isInIndex } = shape;
  const found = Math.min(rows, isFiltered ? depth * 20 : depth);
  const begin = 3 + (isKept ? 5 : rows * 0.0025);
  // Of some merchants all rows are sorted, or all merchants' rows are walked until enough are found.
  const isSome = merchants > 1 && merchants <= 500;
  if (isInIndex) {
    const walked = found * (isSome ? Math.max(0.0008, 0.125 / merchants) : 0.0008);
    const sorted = rows * 0.0006;
    if (sort !== 'time') return begin + sorted + found * (sort === 'number' ? 0.004 : 0.002);
    return begin + (isSome ? Math.min(sorted, walked) : walked);
  }
  if (sort !== 'time') return begin + rows * (isSome ? 0.018 : sort === 'number' ? 0.003 : 0.004);
  // Whole companies' rows lie as they are asked for, and so do those of one merchant, further apart.
  const fetched = found * (merchants === 1 ? 0.012 : Math.max(0.002, 0.6 / merchants));
  return begin + (isSome ? Math.min(rows * 0.015, fetched) : fetched);
}

function warehouseMs({ sort, depth, rows, merchants, months }: QueryShape): number {
  const begin = 40 + Math.min(merchants ?? 0, 200) * 0.1;
  const perRow = { time: 0.00004, number: 0.00004, text: 0.00006 }[sort];
  // One merchant's rows of a month lie together; of many they come from everywhere, in every month again.
  const spread = Math.min(1, (merchants ?? 20) / 20) * months * 0.001;
  // However many are wanted, no more than all of them are read.
  const fetched = Math.min(depth * (0.001 + spread), rows * 0.0004);
  return begin + rows * perRow + fetched;
}
