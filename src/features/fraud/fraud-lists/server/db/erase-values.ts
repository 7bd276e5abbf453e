import type { TenantSql } from '#database/tenant.ts';
import { removeItems } from './write-items.ts';

interface Erasure {
  companyId: number;
  /** Emails and telephone numbers. A card, a postcode or an address can be another person's too. */
  values: readonly string[];
  now: Date;
}

/** Removes the values from the lists of a company, and from their history. Returns how many entries there were. */
export async function eraseListValues(
  sql: TenantSql,
  { companyId, values: stored, now }: Erasure,
): Promise<number> {
  const values = [...new Set(stored.flatMap((value) => [value, value.toLowerCase()]))];
  const items = await sql<{ listId: number; itemId: number }[]>`
    select i.list_id, i.item_id from fraud_list l
    join fraud_list_item i on i.company_id = l.company_id and i.list_id = l.list_id
      and i.match_value = any (${values}::text[] collate "C")
    where l.company_id = ${companyId} order by i.list_id for update of l`;
  for (const listId of new Set(items.map((item) => item.listId))) {
    const ids = items.filter((item) => item.listId === listId).map(({ itemId }) => itemId);
    await removeItems(sql, { companyId, listId }, ids, { changedBy: 'system', now });
  }
  await sql`
    update fraud_list_history h set value = null, match_value = null from fraud_list l
    where l.company_id = ${companyId} and h.company_id = l.company_id and h.list_id = l.list_id
      and h.match_value = any (${values}::text[] collate "C")`;
  return items.length;
}
