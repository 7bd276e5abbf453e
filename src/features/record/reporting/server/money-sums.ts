import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { isMoneyOut, movingTypes, transactionTypes } from '#shared/payments/transaction-kind.ts';
import { type ClickHouseSql, clause, param } from '#warehouse/clickhouse-sql.ts';

/** What the transactions of one currency add up to and moved (docs/domain.md#money-moved), in minor units. */
export interface MoneySum {
  ccyCode: string;
  /** Transactions of every status. */
  number: bigint;
  taken: bigint;
  refunded: bigint;
  paidOut: bigint;
  /** Signed as in reports: refunds and payouts are negative. */
  requested: bigint;
  amount: bigint;
}

const outTypes = transactionTypes.filter(isMoneyOut);

const types = {
  taken: movingTypes.filter((type) => !isMoneyOut(type)),
  refunded: movingTypes.filter((type) => type === 'REFUND'),
  paidOut: movingTypes.filter((type) => isMoneyOut(type) && type !== 'REFUND'),
};

/**
 * Sums rows of (ccy_code, txn_type, txn_status, number, requested_minor) by currency. `amount`: what they moved or hold, in minor
 * units without a sign.
 */
export async function sumMoney(sql: TenantSql, rows: Fragment, amount: Fragment): Promise<MoneySum[]> {
  const sumOf = (kind: keyof typeof types) =>
    sql`coalesce(sum(${amount}) filter (where txn_status = 'SUCCESS' and txn_type = any (${types[kind]}::text[])), 0)::text`;
  const signed = (minor: Fragment) =>
    sql`sum(case when txn_type = any (${outTypes}::text[]) then -(${minor}) else ${minor} end)::text`;
  const sums = await sql<Record<keyof MoneySum, string>[]>`
    select ccy_code, sum(number)::text as number, ${sumOf('taken')} as taken, ${sumOf('refunded')} as refunded,
           ${sumOf('paidOut')} as paid_out, ${signed(sql`requested_minor`)} as requested, ${signed(amount)} as amount
    from (${rows}) as counted group by ccy_code having sum(number) <> 0 order by ccy_code`;
  return sums.map((sum) =>
    readSum([sum.ccyCode, sum.number, sum.taken, sum.refunded, sum.paidOut, sum.requested, sum.amount]),
  );
}

/**
 * The columns of such a sum in the warehouse, for `readSum`. Amounts there are signed decimals. A decimal times
 * `exp10` is a floating-point number, which loses a penny of 19.99.
 */
export function sumClause(): ClickHouseSql {
  const minor = clause`toInt64(abs(amount) * intExp10(ccy_digits))`;
  const sumOf = (kind: keyof typeof types) =>
    clause`toString(sumIf(${minor}, txn_status = 'SUCCESS' and txn_type in ${param(types[kind], 'Array(String)')}))`;
  const requested = clause`if(txn_type in ${param(outTypes, 'Array(String)')}, -requested_minor, requested_minor)`;
  const amount = clause`toInt64(amount * intExp10(ccy_digits))`;
  return clause`toString(ccy_code), toString(count()), ${sumOf('taken')}, ${sumOf('refunded')}, ${sumOf('paidOut')}, toString(sum(${requested})), toString(sum(${amount}))`;
}

export const readSum = ([ccyCode, ...sums]: readonly unknown[]): MoneySum => {
  const [number = 0n, taken = 0n, refunded = 0n, paidOut = 0n, requested = 0n, amount = 0n] = sums.map(
    (sum) => BigInt(String(sum)),
  );
  return { ccyCode: String(ccyCode), number, taken, refunded, paidOut, requested, amount };
};
