import type { TenantSql } from '#database/tenant.ts';

/** Deletes the notes about customers. Returns how many there were. */
export async function eraseCustomerNotes(
  sql: TenantSql,
  companyId: number,
  customerIds: readonly number[],
): Promise<number> {
  const rows = await sql`
    delete from customer_note where company_id = ${companyId} and known_customer_id = any (${[...customerIds]})`;
  return rows.count;
}
