import type { TenantSql } from '#database/tenant.ts';

/** Deletes the events about the objects, with their deliveries and responses. Returns how many there were. */
export async function eraseEvents(
  sql: TenantSql,
  companyId: number,
  objects: readonly string[],
): Promise<number> {
  if (objects.length === 0) return 0;
  const events = await sql`
    delete from webhook_event where company_id = ${companyId} and object_id = any (${[...objects]})`;
  await sql`
    delete from webhook_delivery where company_id = ${companyId} and object_id = any (${[...objects]})`;
  return events.count;
}
