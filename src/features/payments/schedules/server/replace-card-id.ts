import type { TenantSql } from '#database/tenant.ts';

/** Gives a card in the schedules of its payments its new id. */
export async function replaceInSchedules(
  sql: TenantSql,
  { companyId, from, to }: { companyId: number; from: string; to: string },
  roots: readonly number[],
): Promise<void> {
  const rows = await sql<{ scheduleId: string }[]>`
    update schedule set card_correlation_id = ${to}
    where company_id = ${companyId} and root_id = any (${[...roots]}) and card_correlation_id = ${from}
    returning schedule_id`;
  if (rows.length === 0) return;
  await sql`
    update schedule_episode set card_correlation_id = ${to}
    where company_id = ${companyId} and schedule_id = any (${rows.map(({ scheduleId }) => scheduleId)})
      and card_correlation_id = ${from}`;
}
