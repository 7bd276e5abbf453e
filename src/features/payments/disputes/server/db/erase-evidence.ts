import type { TenantSql } from '#database/tenant.ts';

/** Erases texts and files that were sent to processors. Only for closed disputes. Returns how many rows were changed. */
export async function eraseEvidence(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const rows = await sql<{ disputeId: number }[]>`
    select dispute_id from dispute where company_id = ${companyId} and txn_id = any (${[...txnIds]})`;
  const disputes = rows.map(({ disputeId }) => disputeId);
  const files = await sql`
    delete from dispute_file where company_id = ${companyId} and dispute_id = any (${disputes})`;
  const answers = await sql`
    update dispute_answer set content = '{}'
    where company_id = ${companyId} and dispute_id = any (${disputes}) and content <> '{}'`;
  return files.count + answers.count;
}
