import { problems } from '#shared/problem.ts';
import type { Fragment } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { sumsFromRollups, totalFromRollups } from './counted-total.ts';
import { type MoneySum, sumMoney } from './money-sums.ts';
import { scopeCondition } from './merchant-scope.ts';
import { type Condition, type ReportQuery, type SortTerm, isSelective } from './build-report-query.ts';
import { findColumn } from './columns/transaction-columns.ts';

export type Cell = string | number | boolean | null;

/** The rows of the page from PostgreSQL. */
export async function readPageRows(sql: TenantSql, query: ReportQuery): Promise<Cell[][]> {
  // Of several values, as the forms of an IP address, no index has the rows in their order.
  const hasSeveralValues = query.conditions.some(({ operation }) => operation === 'IN');
  const isFoundByIds = query.offset > 0 || !isSelective(query) || hasSeveralValues;
  const page = sql<Cell[][]>`
    select ${joinFragments(
      sql,
      query.selected.map((field) => findColumn(field).select(sql, query.zone)),
      sql`, `,
    )}
    from txn
    where ${isFoundByIds ? idsOfPage(sql, query) : conditions(sql, query)}
    order by ${ordering(sql, query)}
    limit ${query.limit} offset ${isFoundByIds ? 0 : query.offset}`.values();
  const [, rows] = await pipelined(sql, [
    () => (isSelective(query) ? undefined : forceCustomPlan(sql)),
    () => page,
  ]);
  return [...rows] as Cell[][];
}

/**
 * Reads ids first, from an index with all sort and filter columns, so that skipped rows are never read
 * (docs/benchmarks.md).
 */
function idsOfPage(sql: TenantSql, query: ReportQuery): Fragment {
  return sql`txn_id = any (array(
    select txn_id from txn
    where ${conditions(sql, query)}
    order by ${ordering(sql, query)}
    limit ${query.limit} offset ${query.offset}))`;
}

/**
 * For the rest of the transaction. The generic plan assumes few rows for every interval: it sorted a year of 50
 * merchants for the newest page (616 instead of 4 ms).
 */
const forceCustomPlan = (sql: TenantSql) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** The money that the rows moved, from roll-ups where possible, otherwise from the rows. */
export async function sumMatches(sql: TenantSql, query: ReportQuery): Promise<MoneySum[]> {
  const matches = sql`select ccy_code, txn_type, txn_status, 1 as number, requested_minor, amount_minor from txn where ${conditions(sql, query)}`;
  return (await sumsFromRollups(sql, query)) ?? sumMoney(sql, matches, sql`amount_minor`);
}

/** The exact number, from roll-ups where possible, otherwise from the rows. */
export async function countMatches(sql: TenantSql, query: ReportQuery): Promise<number> {
  const total = await totalFromRollups(sql, query);
  if (total !== undefined) return total;
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from txn where ${conditions(sql, query)}`;
  return row?.total ?? 0;
}

/** The number of results, at most `most`: no more are read. */
export async function countMatchesUpTo(sql: TenantSql, query: ReportQuery, most: number): Promise<number> {
  const total = await totalFromRollups(sql, query);
  if (total !== undefined) return Math.min(total, most);
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from (select from txn where ${conditions(sql, query)} limit ${most}) as found`;
  return row?.total ?? 0;
}

/** WHERE clause, shared by search and export. */
export function conditions(sql: TenantSql, query: ReportQuery): Fragment {
  const filters = query.conditions.map((term) => condition(sql, term, query.zone));
  return joinFragments(sql, [scopeCondition(sql, query.scope), ...filters], sql` and `);
}

/**
 * No index covers the expressions that sort text and amounts: walking an index on merch_ref took 97 s where sorting
 * took 0.4. Text sorts by bytes, as in the warehouse, independent of the database's collation.
 */
export function ordering(sql: TenantSql, { sort, zone }: ReportQuery): Fragment {
  const terms = sort.map((term) => {
    const value = unindexed(sql, term, zone);
    // Instants and ids are never null, and `nulls last` would prevent use of the index.
    const nulls = term.field === 'txn_datetime' || term.field === 'txn_id' ? sql`` : sql` nulls last`;
    return term.direction === 'ASC' ? sql`${value} asc${nulls}` : sql`${value} desc${nulls}`;
  });
  return joinFragments(sql, terms, sql`, `);
}

function unindexed(sql: TenantSql, { field, as }: SortTerm, zone: string): Fragment {
  const value = findColumn(field).compare(sql, zone);
  if (as === 'text') return sql`(${value} || '') collate "C"`;
  if (as === 'decimal') return sql`(${value} + 0)`;
  return value;
}

function condition(sql: TenantSql, { field, as, operation, values }: Condition, zone: string): Fragment {
  const column = findColumn(field).compare(sql, zone);
  // Compared in the filter's type, which can exceed a small column's range.
  const compared = as === 'integer' ? sql`${column}::int8` : column;
  const [first = '', second = ''] = values;
  switch (operation) {
    case 'EQUALS':
      return sql`${compared} = ${first}`;
    case 'NOT_EQUALS':
      return sql`${compared} is distinct from ${first}`;
    case 'IN':
      return sql`${compared} in ${sql([...values])}`;
    case 'NOT_IN':
      return sql`(${compared} is null or ${compared} not in ${sql([...values])})`;
    case 'IS_NULL':
      return sql`${compared} is null`;
    case 'IS_NOT_NULL':
      return sql`${compared} is not null`;
    case 'GT':
      return sql`${compared} > ${first}`;
    case 'GTE':
      return sql`${compared} >= ${first}`;
    case 'LT':
      return sql`${compared} < ${first}`;
    case 'LTE':
      return sql`${compared} <= ${first}`;
    case 'BETWEEN': {
      const [, , third, fourth] = values;
      return third === undefined || fourth === undefined
        ? sql`${compared} between ${first} and ${second}`
        : sql`(${compared} between ${first} and ${second} or ${compared} between ${third} and ${fourth})`;
    }
  }
}

function joinFragments(sql: TenantSql, fragments: readonly Fragment[], separator: Fragment): Fragment {
  const [first, ...rest] = fragments;
  if (!first) throw problems.invalid('fields');
  return rest.reduce((all, fragment) => sql`${all}${separator}${fragment}`, first);
}
