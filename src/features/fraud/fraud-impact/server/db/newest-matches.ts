import { formatMinor } from '#shared/money.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import type { RuleImpact } from '../../schemas.ts';
import { sampleSize } from '../impact-store.ts';
import { type ConditionContext, type ListJoins, joinLists, ruleSql } from '../postgres-dialect.ts';
import { type Population, populationSql } from './population.ts';

interface Row {
  txnId: number;
  txnDatetime: Date;
  requestedMinor: number;
  ccyCode: string;
  txnStatus: string;
  optimize360Outcome: string | null;
  merchantName: string;
}

/** The newest of these payments at merchants whose transactions the caller may see. */
export async function readSample(
  sql: TenantSql,
  population: Population,
  { merchantIds, ids }: { merchantIds: readonly number[]; ids: readonly number[] },
): Promise<NonNullable<RuleImpact['sample']>> {
  if (ids.length === 0) return [];
  const rows = await sql<Row[]>`
    select t.txn_id, t.txn_datetime, t.requested_minor, t.ccy_code, t.txn_status, t.optimize360_outcome, t.merchant_name
    from txn t
    where ${populationSql(sql, population)} and t.merchant_id = any (${merchantIds as number[]}::integer[])
      and t.txn_id = any (${ids as number[]}::bigint[])
    order by t.txn_datetime desc, t.txn_id desc
    limit ${sampleSize}`;
  return rows.map((row) => ({
    transactionId: String(row.txnId),
    time: row.txnDatetime.toISOString(),
    amount: formatMinor(row.requestedMinor, row.ccyCode),
    currency: row.ccyCode,
    status: row.txnStatus,
    outcome: row.optimize360Outcome,
    merchantName: row.merchantName,
  }));
}

/** The newest matches of many: reading backwards in time finds them soon. */
export async function newestMatches(
  context: ConditionContext,
  rule: RuleCore,
  population: Population,
  merchantIds: readonly number[],
): Promise<number[]> {
  const { sql } = context;
  const joins: ListJoins = [];
  const isMatch = ruleSql(context, rule, joins);
  const seen = new Set(merchantIds);
  // One condition for the merchants: of two, PostgreSQL would expect few rows and sort them all.
  const visible = { ...population, merchantIds: population.merchantIds.filter((id) => seen.has(id)) };
  const rows = await sql<{ txnId: number }[]>`
    select t.txn_id from txn t ${joinLists(sql, joins)}
    where ${populationSql(sql, visible)} and ${isMatch}
    order by t.txn_datetime desc, t.txn_id desc
    limit ${sampleSize}`;
  return rows.map(({ txnId }) => txnId);
}
