import { formatMinor } from '#shared/money.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import type { RuleImpact } from '../../schemas.ts';
import { sampleSize } from '../impact-store.ts';
import type { ConditionContext } from '../postgres/lookup-sql.ts';
import { ruleSql } from '../postgres/rule-sql.ts';
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
  const rows = await sql<{ txnId: number }[]>`
    select t.txn_id from txn t
    where ${populationSql(sql, population)} and t.merchant_id = any (${merchantIds as number[]}::integer[])
      and ${ruleSql(context, rule)}
    order by t.txn_datetime desc, t.txn_id desc
    limit ${sampleSize}`;
  return rows.map(({ txnId }) => txnId);
}
