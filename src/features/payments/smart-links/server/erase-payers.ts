import { requestWithoutPayer } from '#features/payments/hosted-sessions/server/erase-payers.ts';
import type { TenantSql } from '#database/tenant.ts';

/** Erases the payers of links, and to which addresses these were sent. Returns how many there were. */
export async function eraseLinkPayers(
  sql: TenantSql,
  companyId: number,
  linkIds: readonly string[],
): Promise<number> {
  if (linkIds.length === 0) return 0;
  const rows = await sql`
    update smart_link set request = ${requestWithoutPayer(sql)}, mailed_to = '{}', thank_you = null
    where company_id = ${companyId} and link_id = any (${[...linkIds]})`;
  await sql`delete from smart_link_mail where company_id = ${companyId} and link_id = any (${[...linkIds]})`;
  return rows.count;
}

/** The links of an email. */
export async function findLinksOf(
  sql: TenantSql,
  {
    companyId,
    merchantIds,
    emails,
  }: { companyId: number; merchantIds: readonly number[]; emails: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ linkId: string }[]>`
    select link_id from smart_link
    where company_id = ${companyId} and email_key = any (${emails.map((email) => email.toLowerCase())})
      and merchant_id = any (${[...merchantIds]})`;
  return rows.map(({ linkId }) => linkId);
}
