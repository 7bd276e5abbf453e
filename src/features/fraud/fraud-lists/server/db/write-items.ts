import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { ItemChange, ListKey, NewItem } from './list-item.ts';

/** Rows of one statement. */
const maxRows = 5000;

/**
 * Adds the values that the list doesn't have, with their history, and returns their compared forms. An expired value counts
 * as absent: it is removed and added again, with the new source and expiry. The caller holds the lock of the list.
 */
export async function insertItems(
  sql: TenantSql,
  list: ListKey,
  items: readonly NewItem[],
  change: ItemChange,
): Promise<Set<string>> {
  await removeExpired(sql, list, items, change);
  const added = new Set<string>();
  for (let from = 0; from < items.length; from += maxRows) {
    for (const value of await insertBatch(sql, list, items.slice(from, from + maxRows), change))
      added.add(value);
  }
  if (added.size > 0) await updateListCounts(sql, list, added, change);
  return added;
}

async function removeExpired(
  sql: TenantSql,
  list: ListKey,
  items: readonly NewItem[],
  change: ItemChange,
): Promise<void> {
  const values = items.map(({ matchValue }) => matchValue);
  const expired = await sql<{ itemId: number }[]>`
    select item_id from fraud_list_item
    where company_id = ${list.companyId} and list_id = ${list.listId} and match_value = any (${values}::text[] collate "C")
      and expiry_date < ${change.now.toISOString().slice(0, 10)}::date`;
  const ids = expired.map(({ itemId }) => itemId);
  if (ids.length > 0) await removeItems(sql, list, ids, change);
}

async function insertBatch(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  items: readonly NewItem[],
  { source, changedBy, now }: ItemChange,
): Promise<string[]> {
  const column = <T>(read: (item: NewItem) => T | undefined): (T | null)[] =>
    items.map((item) => read(item) ?? null);
  const rows = await sql<{ matchValue: string }[]>`
    with added as (
      insert into fraud_list_item (company_id, list_id, value, match_value, source, added_at, expiry_date, masked_pan,
                                   card_issuer_name, card_brand, card_scheme, card_usage_type, card_issuer_country_code)
      select ${companyId}, ${listId}, v.value, v.match_value, ${source}, ${now}, v.expiry_date, v.masked_pan,
             v.issuer, v.brand, v.scheme, v.usage, v.country
      from unnest(
        ${column(({ value }) => value)}::text[], ${column(({ matchValue }) => matchValue)}::text[],
        ${column(({ expiryDate }) => expiryDate)}::date[], ${column(({ card }) => card?.maskedPan)}::text[],
        ${column(({ card }) => card?.cardIssuerName)}::text[], ${column(({ card }) => card?.cardBrand)}::text[],
        ${column(({ card }) => card?.cardScheme)}::text[], ${column(({ card }) => card?.cardUsageType)}::text[],
        ${column(({ card }) => card?.cardIssuerCountryCode)}::text[]
      ) as v (value, match_value, expiry_date, masked_pan, issuer, brand, scheme, usage, country)
      on conflict (company_id, list_id, match_value) do nothing
      returning item_id, value, match_value, masked_pan, expiry_date
    ), entry as (
      insert into fraud_list_history (company_id, list_id, action, value, match_value, masked_pan, source, changed_by, changed_at,
                                      expiry_date)
      select ${companyId}, ${listId}, 'ADD_ITEM', case when masked_pan is null then value end, match_value, masked_pan, ${source},
             ${changedBy}, ${now}, expiry_date
      from added order by item_id
    )
    select match_value from added`;
  return rows.map(({ matchValue }) => matchValue);
}

async function updateListCounts(
  sql: TenantSql,
  { companyId, listId }: ListKey,
  added: ReadonlySet<string>,
  { changedBy, now }: ItemChange,
): Promise<void> {
  const lengths = [...new Set([...added].map((value) => value.length))];
  await sql`
    update fraud_list
    set item_count = item_count + ${added.size}, history_count = history_count + ${added.size}, version = version + 1,
        value_lengths = case when value_lengths @> ${lengths}::integer[] then value_lengths else array(
          select distinct unnest(value_lengths || ${lengths}::integer[]) order by 1) end,
        last_updated_by = ${changedBy}, last_updated_at = ${now}, last_action = 'ADD_ITEM'
    where company_id = ${companyId} and list_id = ${listId}`;
}

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
