import type { TenantSql } from '#database/tenant.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import type { TransactionDetails } from '../schemas.ts';

/** Longer apart, two equal payments are no mistake of the moment. */
const minutes = 10;
const max = 10;
const types = ['PAYMENT', 'PREAUTH', 'REPEAT'];

/**
 * Other successful payments of the merchant with the same card and amount, at most ten minutes before or after: a customer who
 * paid twice. The newest first.
 */
export async function loadSamePayments(
  sql: TenantSql,
  row: TransactionRecord,
): Promise<TransactionDetails['samePayments']> {
  if (row.txnStatus !== 'SUCCESS' || row.cardCorrelationId == null || !types.includes(row.txnType)) return [];
  const others = await sql<{ txnId: number; txnDatetime: Date }[]>`
    select txn_id, txn_datetime from txn
    where company_id = ${row.companyId} and card_correlation_id = ${row.cardCorrelationId}
      and txn_datetime between ${row.txnDatetime}::timestamptz - make_interval(mins => ${minutes})
        and ${row.txnDatetime}::timestamptz + make_interval(mins => ${minutes})
      and merchant_id = ${row.merchantId} and txn_type = any (${types}) and txn_status = 'SUCCESS'
      and requested_minor = ${row.requestedMinor} and ccy_code = ${row.ccyCode} and txn_id <> ${row.txnId}
    order by txn_datetime desc, txn_id desc limit ${max}`;
  return others.map(({ txnId, txnDatetime }) => ({
    transactionId: String(txnId),
    at: txnDatetime.toISOString(),
  }));
}
