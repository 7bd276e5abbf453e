import type { TenantSql } from '#database/tenant.ts';

/**
 * Erases the values by which transactions were judged. The decision and its rules stay. Returns how many there were.
 */
export async function eraseDecisions(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const rows = await sql`
    update fraud_decision set facts = '{}' where company_id = ${companyId} and txn_id = any (${[...txnIds]})`;
  await sql`delete from velocity_attempt where company_id = ${companyId} and txn_id = any (${[...txnIds]})`;
  return rows.count;
}
