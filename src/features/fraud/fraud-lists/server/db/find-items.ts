import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { foldCase, matchValue } from '#features/record/fraud-fields/match-value.ts';
import type { ListItem } from '../../list-shapes.ts';
import type { ItemSort, SortDirection } from '../../list-search.ts';
import { cardField } from '../../list-item-rules.ts';
import type { StoredList } from './list-store.ts';
import { allOf, beginsWith, findPage, onDayUntil } from './page-of.ts';

interface ItemFilter {
  /** The beginning of a value. */
  value?: string;
  /** The beginning of a source text, or a transaction's id. */
  source?: string;
  addedUntil?: Date;
  expiryDate?: CalendarDay;
  /** The beginning of a masked number, or its last four digits. */
  maskedPan?: string;
}

export interface StoredItem {
  itemId: number;
  value: string;
  source: string;
  addedAt: Date;
  expiryDate: CalendarDay | null;
  maskedPan: string | null;
  cardIssuerName: string | null;
  cardBrand: string | null;
  cardScheme: string | null;
  cardUsageType: string | null;
  cardIssuerCountryCode: string | null;
}

const columns = (sql: TenantSql): Fragment => sql`
  item_id, value, source, added_at, expiry_date, masked_pan, card_issuer_name, card_brand, card_scheme,
  card_usage_type, card_issuer_country_code`;

const sortColumns: Readonly<Record<ItemSort, string>> = {
  value: 'match_value',
  source: 'source',
  addedDate: 'added_at',
  expiryDate: 'expiry_date',
  maskedPan: 'masked_pan',
};

/** A page of the values of a list, and how many match. Values that never expire come after the others. */
export async function findItems(
  sql: TenantSql,
  list: StoredList,
  filter: ItemFilter,
  page: { sort: ItemSort; direction: SortDirection; limit: number; offset: number },
): Promise<{ items: ListItem[]; total: number }> {
  const isCard = list.dataField === cardField;
  const filters = buildConditions(sql, list, filter);
  const { ids, total } = await findPage(sql, {
    ...page,
    table: 'fraud_list_item',
    id: 'item_id',
    // A card's value is its correlation id, which no person reads.
    sort: isCard && page.sort === 'value' ? 'masked_pan' : sortColumns[page.sort],
    where: allOf(sql, [itemsOfList(sql, list), ...filters]),
    knownTotal: filters.length === 0 ? list.itemCount : undefined,
  });
  if (ids.length === 0) return { items: [], total };
  const rows = await sql<StoredItem[]>`
    select ${columns(sql)} from fraud_list_item where company_id = ${list.companyId} and item_id = any (${ids})`;
  const byId = new Map(rows.map((row) => [row.itemId, row]));
  const items = ids.flatMap((id) => byId.get(id) ?? []).map((row) => toWireItem(row, isCard));
  return { items, total };
}

const itemsOfList = (sql: TenantSql, { companyId, listId, dataField }: StoredList): Fragment =>
  dataField === cardField
    ? sql`company_id = ${companyId} and list_id = ${listId} and masked_pan is not null`
    : sql`company_id = ${companyId} and list_id = ${listId}`;

function buildConditions(sql: TenantSql, list: StoredList, filter: ItemFilter): Fragment[] {
  const { value, source, addedUntil, expiryDate, maskedPan } = filter;
  const pan = maskedPan ?? (list.dataField === cardField ? value : undefined);
  return [
    value && list.dataField !== cardField
      ? [beginsWith(sql, 'match_value', matchValue(list.dataField, value) ?? foldCase(value))]
      : [],
    source ? [bySource(sql, source)] : [],
    addedUntil ? [onDayUntil(sql, 'added_at', addedUntil)] : [],
    expiryDate ? [sql`expiry_date = ${expiryDate}`] : [],
    pan ? [byPan(sql, pan)] : [],
  ].flat();
}

function bySource(sql: TenantSql, source: string): Fragment {
  if (!/^\d{11,}$/.test(source)) return beginsWith(sql, 'source', source);
  return sql`source in (${`Import from transaction ${source}`}, ${`Auto-add from transaction ${source}`})`;
}

/** Four digits are the last ones. */
function byPan(sql: TenantSql, pan: string): Fragment {
  const digits = pan.replaceAll(/\s/g, '');
  return /^\d{4}$/.test(digits)
    ? sql`right(masked_pan, 4) = ${digits}`
    : beginsWith(sql, 'masked_pan', digits);
}

function toWireItem({ addedAt, expiryDate, ...item }: StoredItem, isCard: boolean): ListItem {
  return {
    ...item,
    listItemType: isCard ? 'CardListItem' : 'SimpleListItem',
    addedDate: addedAt.toISOString(),
    expiryDate: expiryDate ?? undefined,
  };
}

/** Values of a list in the order in which they were added, after one; for files. */
export function loadItemsAfter(
  sql: TenantSql,
  { companyId, listId }: Pick<StoredList, 'companyId' | 'listId'>,
  after: Pick<StoredItem, 'addedAt' | 'itemId'> | undefined,
  limit: number,
): Promise<StoredItem[]> {
  const afterCursor = after ? sql`and (added_at, item_id) > (${after.addedAt}, ${after.itemId})` : sql``;
  return sql<StoredItem[]>`
    select ${columns(sql)} from fraud_list_item
    where company_id = ${companyId} and list_id = ${listId} ${afterCursor}
    order by added_at, item_id limit ${limit}`;
}
