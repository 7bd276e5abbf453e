import type { TenantSql } from '#database/tenant.ts';

/** The payment of a SINGLE smart link is settled: in the same commit nobody can pay the link again. */
export async function markLinkUsed(
  sql: TenantSql,
  companyId: number,
  linkId: string,
  now: Date,
): Promise<void> {
  await sql`
    update smart_link set used_at = coalesce(used_at, ${now})
    where company_id = ${companyId} and link_id = ${linkId} and link_usage = 'SINGLE'`;
}
