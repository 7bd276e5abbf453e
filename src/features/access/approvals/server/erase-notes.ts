import type { TenantSql } from '#database/tenant.ts';

/** Erases the free text of decided requests about the objects. */
export async function eraseApprovalNotes(
  sql: TenantSql,
  companyId: number,
  objects: readonly string[],
): Promise<void> {
  await sql`
    update approval_request set refund_note = null, comment = null
    where company_id = ${companyId} and object_id = any (${[...objects]}) and state <> 'PENDING'
      and (refund_note is not null or comment is not null)`;
}
