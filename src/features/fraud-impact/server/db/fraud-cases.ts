import type { TenantSql } from '#database/tenant.ts';

/** How many of the payments are in a case that was closed as fraud. */
export async function countFraudCases(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  if (txnIds.length === 0) return 0;
  const [row] = await sql<{ payments: number }[]>`
    select count(distinct t.txn_id) as payments
    from fraud_case_transaction t join fraud_case c using (company_id, case_id)
    where t.company_id = ${companyId} and t.txn_id = any (${txnIds as number[]}::bigint[])
      and c.status = 'CLOSED' and c.outcome = 'FRAUD'`;
  return row?.payments ?? 0;
}
