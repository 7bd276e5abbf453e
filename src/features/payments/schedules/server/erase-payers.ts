import type { TenantSql } from '#database/tenant.ts';

/** Erases the payers of ended schedules. Returns how many there were. */
export async function eraseSchedulePayers(
  sql: TenantSql,
  companyId: number,
  roots: readonly number[],
): Promise<number> {
  const rows = await sql<{ scheduleId: string }[]>`
    update schedule set customer_name = null, customer_email = null, customer_ref = null, masked_pan = null, last_four = null,
      card_correlation_id = null
    where company_id = ${companyId} and root_id = any (${[...roots]}) returning schedule_id`;
  await sql`
    update schedule_episode set card_correlation_id = null
    where company_id = ${companyId} and schedule_id = any (${rows.map(({ scheduleId }) => scheduleId)})
      and card_correlation_id is not null`;
  return rows.length;
}
