import type { TenantSql } from '#database/tenant.ts';

/** Deletes the notifications about transactions. Returns how many there were. */
export async function eraseNotifications(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const rows = await sql`
    delete from notification where company_id = ${companyId} and txn_id = any (${[...txnIds]})`;
  return rows.count;
}
