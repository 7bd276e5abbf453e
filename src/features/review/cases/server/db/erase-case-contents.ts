import type { TenantSql } from '#database/tenant.ts';

/**
 * Erases the payers' values, and notes and files of the cases with the transactions. Only for closed cases. Returns how many rows
 * were changed.
 */
export async function eraseCaseContents(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
): Promise<number> {
  const rows = await sql<{ caseId: number }[]>`
    update fraud_case_transaction set customer_email = null, customer_name = null
    where company_id = ${companyId} and txn_id = any (${[...txnIds]}) returning case_id`;
  const cases = [...new Set(rows.map(({ caseId }) => caseId))];
  const files = await sql`
    delete from fraud_case_file where company_id = ${companyId} and case_id = any (${cases})`;
  const notes = await sql`
    update fraud_case_event set note = null, detail = case when kind like 'FILE_%' then '{}' else detail end
    where company_id = ${companyId} and case_id = any (${cases}) and (note is not null or (kind like 'FILE_%' and detail <> '{}'))`;
  return rows.length + files.count + notes.count;
}
