import { formatMinor } from '#shared/money.ts';
import type { RuleCore } from '#features/fraud-rules/rule.ts';
import type { RuleImpact } from '../../schemas.ts';
import type { ConditionContext } from '../sql/outside-sql.ts';
import { ruleSql } from '../sql/rule-sql.ts';
import { type Population, populationSql } from './population.ts';

const sampleSize = 20;

interface Row {
  txnId: number;
  txnDatetime: Date;
  requestedMinor: number;
  ccyCode: string;
  txnStatus: string;
  optimize360Outcome: string | null;
  merchantName: string;
}

/**
 * The newest matches at merchants whose transactions the caller may see. Without ids they are so many that reading backwards
 * in time finds them soon.
 */
export async function newestMatches(
  context: ConditionContext,
  rule: RuleCore,
  population: Population,
  { merchantIds, ids }: { merchantIds: readonly number[]; ids: readonly number[] | null },
): Promise<NonNullable<RuleImpact['sample']>> {
  const { sql } = context;
  if (ids?.length === 0) return [];
  const isMatch = ids ? sql`t.txn_id = any (${ids as number[]}::bigint[])` : ruleSql(context, rule);
  const rows = await sql<Row[]>`
    select t.txn_id, t.txn_datetime, t.requested_minor, t.ccy_code, t.txn_status, t.optimize360_outcome, t.merchant_name
    from txn t
    where ${populationSql(sql, population)} and t.merchant_id = any (${merchantIds as number[]}::integer[]) and ${isMatch}
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
