import type { TenantSql } from '#database/tenant.ts';
import type { Services } from '#server/services.ts';
import { totalFromRollups } from './counted-total.ts';
import { type ReportQuery, isSelective } from './build-report-query.ts';
import { hasAllFields } from './warehouse-query.ts';
import { completeMoment, findUnusableReason } from './usable-warehouse.ts';
import { freshReplica } from './fresh-replica.ts';

/** The store of a query, and the moment of its data. */
export interface Route {
  store: Store | 'replica';
  /** The response includes all changes up to this moment. */
  moment: Date;
}

/**
 * PostgreSQL answers REAL-TIME queries, the faster store those for reports. The warehouse needs running
 * replication that has reached the query's moment.
 */
export async function routeReport(
  { sql, services }: { sql: TenantSql; services: Services },
  query: ReportQuery,
  dataSource: 'REAL-TIME' | 'REPORT' | undefined,
): Promise<Route> {
  const now = services.clock.now();
  const primary = (reason: string): Route => {
    services.state.reportResponses.inc({ store: 'postgres', why: reason });
    return { store: 'postgres', moment: now };
  };
  if (dataSource !== 'REPORT') return primary('real-time');
  const postgres = (reason: string): Route => {
    const completeUntil = freshReplica(services)?.completeUntil;
    if (!completeUntil || isAheadOf(query, completeUntil, now)) return primary(reason);
    services.state.reportResponses.inc({ store: 'replica', why: reason });
    return { store: 'replica', moment: completeUntil };
  };
  const unusableReason = findUnusableReason(services);
  if (unusableReason) return postgres(unusableReason);
  const shape = queryShape(query);
  if (isSelective(query) || shape.isWalked) return postgres('cheaper');
  if (query.zone !== 'UTC' || !hasAllFields(query)) return postgres('other-fields');
  const replicated = await completeMoment(sql, services);
  if (replicated.state !== 'usable') return postgres(replicated.state);
  const { completeUntil } = replicated;
  if (isAheadOf(query, completeUntil, now)) return postgres('behind');
  const rows = await countRowsFromRollups(sql, query);
  // PostgreSQL reads less than an hour before the warehouse starts.
  if (rows === undefined) return postgres('cheaper');
  if (chooseStore(shape, rows) === 'postgres') return postgres('cheaper');
  services.state.reportResponses.inc({ store: 'warehouse', why: 'cheaper' });
  return { store: 'warehouse', moment: completeUntil };
}

/** A later page has the snapshot of the first. A store that has not reached it cannot answer. */
function isAheadOf({ conditions }: ReportQuery, completeUntil: Date, now: Date): boolean {
  return conditions.some(({ field, operation, values }) => {
    if (field !== 'txn_datetime' || !['LT', 'LTE', 'BETWEEN', 'EQUALS'].includes(operation)) return false;
    const until = values.at(-1);
    return until instanceof Date && until > completeUntil && until <= now;
  });
}

/** Rows left by time, type and status, from the roll-ups. */
async function countRowsFromRollups(sql: TenantSql, query: ReportQuery): Promise<number | undefined> {
  const conditions = query.conditions.filter(
    ({ field, operation }) =>
      (field === 'txn_datetime' && ['BETWEEN', 'GT', 'GTE', 'LT', 'LTE'].includes(operation)) ||
      ((field === 'txn_type' || field === 'txn_status') && ['EQUALS', 'IN'].includes(operation)),
  );
  return totalFromRollups(sql, { ...query, conditions: withoutRepeats(conditions) });
}

/** The roll-ups have each type and status once. */
function withoutRepeats(conditions: ReportQuery['conditions']): ReportQuery['conditions'] {
  const fields = new Set<string>();
  return conditions.filter(({ field }) => {
    if (field === 'txn_datetime') return true;
    const isFirst = !fields.has(field);
    fields.add(field);
    return isFirst;
  });
}

type Store = 'postgres' | 'warehouse';

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
 * Up to these numbers of rows PostgreSQL is faster than the warehouse: from an index, and row by row.
 * docs/benchmarks.md#choosing-the-store has the measurements.
 */
const maxSortedInIndex = 50_000;
const maxSorted = 5_000;

/** `rows`: of the scope, after time, type and status. Other filters may leave fewer. */
export function chooseStore(shape: QueryShape, rows: number): Store {
  if (shape.isWalked) return 'postgres';
  return rows <= (shape.isSortedInIndex ? maxSortedInIndex : maxSorted) ? 'postgres' : 'warehouse';
}
