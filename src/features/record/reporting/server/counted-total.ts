import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { scopeCondition } from './merchant-scope.ts';
import type { Condition, ReportQuery } from './build-report-query.ts';
import { type MoneySum, sumMoney } from './money-sums.ts';

/**
 * A query that the roll-ups by hour, type, status and currency answer. Times are milliseconds, `until` is exclusive.
 */
interface CountedQuery {
  from: number | undefined;
  until: number | undefined;
  types: string[] | undefined;
  statuses: string[] | undefined;
  currencies: string[] | undefined;
}

/**
 * Rows of (ccy_code, txn_type, txn_status, number, requested_minor) whose sums are exact: from roll-ups by hour, day, month
 * and year, from the changes that they lack, and from transactions at both ends. One statement, so one snapshot. Undefined
 * when the query filters by more than time, type, status and currency.
 */
function rollupRows(sql: TenantSql, report: ReportQuery): Fragment | undefined {
  const { scope } = report;
  const query = toCountedQuery(report);
  // Roll-ups are by merchant.
  if (!query || scope.installations) return undefined;
  const pieces = splitInterval(['year', 'month', 'day', 'hour'], query);
  const rolledUp = pieces.filter((piece) => piece.granularity !== undefined);
  // Rows of less than an hour are counted quickly.
  if (rolledUp.length === 0) return undefined;
  const nodes = scope.merchants ?? scope.tenantIds;
  const kind = kindCondition(sql, query);
  const counts = pieces.map((piece) =>
    piece.granularity === undefined
      ? sql`
        select ccy_code, txn_type, txn_status, 1 as number, requested_minor from txn
        where ${scopeCondition(sql, scope)} ${within(sql, sql`txn_datetime`, piece)} ${kind}`
      : sql`
        select ccy_code, txn_type, txn_status, number, requested_minor from txn_total
        where company_id = any (${scope.tenantIds}) and node_id = any (${nodes}) and granularity = ${piece.granularity}
          ${within(sql, sql`bucket`, piece)} ${kind}`,
  );
  const notRolledUp = { from: rolledUp[0]?.from, until: rolledUp.at(-1)?.until };
  return counts.reduce(
    (all, piece) => sql`${all} union all ${piece}`,
    sql`
      select ccy_code, txn_type, txn_status, change as number, change * requested_minor as requested_minor
      from txn_total_change
      where ${scopeCondition(sql, scope)} ${within(sql, sql`at`, notRolledUp)} ${kind}`,
  );
}

/** The exact number of transactions from the roll-ups; undefined where they do not have it. */
export async function totalFromRollups(sql: TenantSql, report: ReportQuery): Promise<number | undefined> {
  const rows = rollupRows(sql, report);
  if (!rows) return undefined;
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(number), 0)::bigint as total from (${rows}) as counted`;
  return row?.total ?? 0;
}

/** The exact sums of money from the roll-ups; undefined where they do not have them. */
export async function sumsFromRollups(sql: TenantSql, report: ReportQuery): Promise<MoneySum[] | undefined> {
  const rows = rollupRows(sql, report);
  // What succeeded has the amount that was requested, also where it was voided (docs/domain.md#transaction-statuses).
  const amount = sql`case when txn_status in ('SUCCESS', 'VOIDED') then requested_minor else 0 end`;
  return rows && sumMoney(sql, rows, amount);
}

interface Interval {
  from: number | undefined;
  until: number | undefined;
}
export type Granularity = 'year' | 'month' | 'day' | 'hour';

/** Whole years, then months, days and hours on both sides. The rest at the ends has no granularity. */
export function splitInterval(
  granularities: readonly Granularity[],
  { from, until }: Interval,
): (Interval & { granularity?: Granularity })[] {
  const [granularity, ...finer] = granularities;
  if (!granularity) return [{ from, until }];
  const firstBucket = from === undefined ? undefined : startOfPeriod(granularity, from);
  const fullFrom =
    firstBucket === from
      ? from
      : firstBucket === undefined
        ? undefined
        : endOfPeriod(granularity, firstBucket);
  const fullUntil = until === undefined ? undefined : startOfPeriod(granularity, until);
  if (fullFrom !== undefined && fullUntil !== undefined && fullFrom >= fullUntil)
    return splitInterval(finer, { from, until });
  return [
    ...(fullFrom === from ? [] : splitInterval(finer, { from, until: fullFrom })),
    { granularity, from: fullFrom, until: fullUntil },
    ...(fullUntil === until ? [] : splitInterval(finer, { from: fullUntil, until })),
  ];
}

function startOfPeriod(granularity: Granularity, at: number): number {
  if (granularity === 'hour') return Math.floor(at / hourMs) * hourMs;
  if (granularity === 'day') return Math.floor(at / dayMs) * dayMs;
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), granularity === 'month' ? day.getUTCMonth() : 0);
}

function endOfPeriod(granularity: Granularity, start: number): number {
  if (granularity === 'hour') return start + hourMs;
  if (granularity === 'day') return start + dayMs;
  // Month and year have at most 31 and 366 days, and the next unit is far longer.
  return startOfPeriod(granularity, start + (granularity === 'month' ? 31 : 366) * dayMs);
}

function kindCondition(sql: TenantSql, { types, statuses, currencies }: CountedQuery): Fragment {
  return sql`${types ? sql`and txn_type = any (${types})` : sql``}
    ${statuses ? sql`and txn_status = any (${statuses})` : sql``}
    ${currencies ? sql`and ccy_code = any (${currencies})` : sql``}`;
}

function within(sql: TenantSql, column: Fragment, { from, until }: Interval): Fragment {
  return sql`${from === undefined ? sql`` : sql`and ${column} >= ${new Date(from)}`}
    ${until === undefined ? sql`` : sql`and ${column} < ${new Date(until)}`}`;
}

function toCountedQuery({ conditions }: ReportQuery): CountedQuery | undefined {
  const query: CountedQuery = {
    from: undefined,
    until: undefined,
    types: undefined,
    statuses: undefined,
    currencies: undefined,
  };
  for (const condition of conditions) {
    const { field } = condition;
    if (field === 'txn_datetime') {
      if (!narrowTime(query, condition)) return undefined;
      continue;
    }
    const list = lists.get(field);
    const values = selectedValues(condition);
    if (list === undefined || values === undefined || query[list]) return undefined;
    query[list] = values;
  }
  return query;
}

const lists = new Map<string, 'types' | 'statuses' | 'currencies'>([
  ['txn_type', 'types'],
  ['txn_status', 'statuses'],
  ['ccy_code', 'currencies'],
]);

function selectedValues({ operation, values }: Condition): string[] | undefined {
  return operation === 'EQUALS' || operation === 'IN' ? values.map(String) : undefined;
}

/** Times have milliseconds, so the next possible one is this much later. */
function narrowTime(query: CountedQuery, { operation, values }: Condition): boolean {
  const [low = 0, high = 0] = values.map(Number);
  const from = { GTE: low, GT: low + 1, BETWEEN: low }[operation as string];
  const until = { LT: low, LTE: low + 1, BETWEEN: high + 1 }[operation as string];
  if (from === undefined && until === undefined) return false;
  if (from !== undefined) query.from = Math.max(from, query.from ?? from);
  if (until !== undefined) query.until = Math.min(until, query.until ?? until);
  return true;
}
