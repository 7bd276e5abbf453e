import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { ItemChange, ListKey, NewItem } from './list-item.ts';

type Change = Pick<ItemChange, 'changedBy' | 'now'>;

/** Sets the later of both expiry dates where it is later than the value's own. The caller holds the lock of the list. */
export async function extendExpiry(
  sql: TenantSql,
  list: ListKey,
  { matchValue, expiryDate }: Pick<NewItem, 'matchValue' | 'expiryDate'>,
  change: ItemChange,
): Promise<void> {
  const [item] = await sql<{ itemId: number }[]>`
    select item_id from fraud_list_item
    where company_id = ${list.companyId} and list_id = ${list.listId} and match_value = ${matchValue}
      and expiry_date < coalesce(${expiryDate}::date, 'infinity')`;
  if (item) await setExpiry(sql, list, [item.itemId], expiryDate, change);
}

/** Sets or clears the expiry of values and returns the ids that the list has. The caller holds the lock of the list. */
export async function setExpiry(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  itemIds: readonly number[],
  expiryDate: CalendarDay | null,
  { changedBy, now }: Change,
): Promise<Set<number>> {
  const rows = await sql<{ itemId: number }[]>`
    with changed as (
      update fraud_list_item set expiry_date = ${expiryDate}
      where company_id = ${companyId} and list_id = ${listId} and item_id = any (${itemIds as number[]})
      returning item_id, value, match_value, masked_pan, source, expiry_date
    ), entry as (
      insert into fraud_list_history (company_id, list_id, action, value, match_value, masked_pan, source, changed_by, changed_at,
                                      expiry_date)
      select ${companyId}, ${listId}, 'UPDATE_ITEM', case when masked_pan is null then value end, match_value, masked_pan, source,
             ${changedBy}, ${now}, expiry_date
      from changed order by item_id
    )
    select item_id from changed`;
  if (rows.length > 0) {
    await sql`
      update fraud_list set version = version + 1, history_count = history_count + ${rows.length}, last_updated_by = ${changedBy}, last_updated_at = ${now},
             last_action = 'UPDATE_ITEM'
      where company_id = ${companyId} and list_id = ${listId}`;
  }
  return new Set(rows.map(({ itemId }) => itemId));
}

/** Removes values and returns the ids that the list had. The caller holds the lock of the list. */
export async function removeItems(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  itemIds: readonly number[],
  { changedBy, now }: Change,
): Promise<Set<number>> {
  const rows = await sql<{ itemId: number }[]>`
    with removed as (
      delete from fraud_list_item
      where company_id = ${companyId} and list_id = ${listId} and item_id = any (${itemIds as number[]})
      returning item_id, value, match_value, masked_pan, source, expiry_date
    ), entry as (
      insert into fraud_list_history (company_id, list_id, action, value, match_value, masked_pan, source, changed_by, changed_at,
                                      expiry_date)
      select ${companyId}, ${listId}, 'REMOVE_ITEM', case when masked_pan is null then value end, match_value, masked_pan, source,
             ${changedBy}, ${now}, expiry_date
      from removed order by item_id
    )
    select item_id from removed`;
  if (rows.length > 0) {
    await sql`
      update fraud_list set item_count = item_count - ${rows.length}, history_count = history_count + ${rows.length}, version = version + 1,
             last_updated_by = ${changedBy}, last_updated_at = ${now}, last_action = 'REMOVE_ITEM'
      where company_id = ${companyId} and list_id = ${listId}`;
  }
  return new Set(rows.map(({ itemId }) => itemId));
}
