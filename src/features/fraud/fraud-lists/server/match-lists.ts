import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { VersionedCache } from '#server/process-state.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import type { ListKind, StandardField } from '../standard-lists.ts';
import { type AutoAddConfig, type TargetType, expiryAfter, sourceTypes, targetTypes } from '../auto-add.ts';
import { readAutoAdd } from './db/auto-add-store.ts';
import { insertItems, extendExpiry } from './db/write-items.ts';
import type { CardData } from './db/list-item.ts';

/** A list of a company without its values. */
export interface ListHead {
  listId: number;
  kind: ListKind;
  dataField: string;
  /** An inactive list counts as empty. */
  active: boolean;
  /** Raised by every change of the list and of its values. */
  version: number;
  /** The lengths that its values have in compared form, in UTF-16 units. A length may be left from a removed value. */
  valueLengths: number[];
  itemCount: number;
}

/** The lists of a company that are not deleted, by id. */
export async function loadListHeads(sql: TenantSql, companyId: number): Promise<ListHead[]> {
  return sql<ListHead[]>`
    select list_id, kind, data_field, active, version, value_lengths, item_count
    from fraud_list
    where company_id = ${companyId} and not hidden
    order by list_id`;
}

/** A value of a list that a payment has. */
export interface ListMatch {
  listId: number;
  /** In compared form (`matchValue` of fraud-fields), as it was looked up. */
  matchValue: string;
  itemId: number;
  expiryDate: CalendarDay | null;
}

/**
 * Which of the values are on their lists, in one statement. Values are in compared form. The last day of an item counts
 * until its end in UTC; `today` is the current day there (docs/domain.md#fraud-lists).
 */
export async function matchListValues(
  sql: TenantSql,
  companyId: number,
  lookups: readonly { listId: number; values: readonly string[] }[],
  today: CalendarDay,
): Promise<ListMatch[]> {
  const pairs = lookups.flatMap(({ listId, values }) => values.map((value) => ({ listId, value })));
  if (pairs.length === 0) return [];
  const listIds = pairs.map(({ listId }) => listId);
  const values = pairs.map(({ value }) => value);
  return sql<ListMatch[]>`
    select i.list_id, i.match_value, i.item_id, i.expiry_date
    from unnest(${listIds}::integer[], ${values}::text[]) as l (list_id, match_value)
    join fraud_list_item i
      on i.company_id = ${companyId} and i.list_id = l.list_id and i.match_value = l.match_value collate "C"
    where i.expiry_date is null or i.expiry_date >= ${today}`;
}

/** A text in which values of a list are looked for. */
export interface ListScan {
  list: Pick<ListHead, 'listId' | 'version' | 'itemCount'>;
  text: string;
}

/** Values of a list with more are looked for by the database, which keeps them out of memory. */
const maxInMemory = 20_000;

/** The values of lists, by company, list and day, of the lists' present versions. */
export type ListTexts = VersionedCache<string>;

/**
 * The values of lists that occur in texts. Payers write such texts, and all parts of a long one would be half a million
 * lookups; so the values are compared here, from memory while their list does not change.
 */
export async function scanLists(
  sql: TenantSql,
  cache: ListTexts,
  companyId: number,
  scans: readonly ListScan[],
  today: CalendarDay,
): Promise<ListMatch[]> {
  const found: ListMatch[] = [];
  for (const { list, text } of scans) {
    const { listId, version, itemCount } = list;
    const isInMemory = itemCount <= maxInMemory;
    const load = async () => ({
      version,
      values: await sql<ListMatch[]>`
        select list_id, match_value, item_id, expiry_date from fraud_list_item
        where company_id = ${companyId} and list_id = ${listId} and (expiry_date is null or expiry_date >= ${today})
          ${isInMemory ? sql`` : sql`and strpos(${text}, match_value) > 0`}`,
    });
    const { values } = isInMemory
      ? await cache.get(`${companyId}:${listId}:${today}`, { version, maxAgeMs: Infinity }, load)
      : await load();
    found.push(...values.filter(({ matchValue: value }) => text.includes(value)));
  }
  return found;
}

/** A payment that a block list has blocked. */
interface BlockedPayment {
  txnId: number;
  /** The field of the block list, `customerEmail`. */
  matchedField: string;
  /** The expiry of the matching value; null: it never expires. */
  matchedExpiry: CalendarDay | null;
  /** The payment's values by field. A card has the properties that card lists show. */
  values: Partial<Record<(typeof targetTypes)[TargetType], { value: string; card?: CardData }>>;
}

/**
 * Adds values of a blocked payment to the block lists, as the company has configured (docs/domain.md#auto-add). Runs
 * in the transaction that stores the payment. A value that is on the list already keeps the later of both expiry dates.
 */
export async function autoAddValues(
  sql: TenantSql,
  companyId: number,
  payment: BlockedPayment,
  now: Date,
): Promise<void> {
  const config = await readAutoAdd(sql, companyId);
  const isSource = config.sourceTypes.some((type) => sourceTypes[type] === payment.matchedField);
  if (!config.active || !isSource) return;
  const change = {
    source: `Auto-add from transaction ${payment.txnId}`,
    changedBy: 'system',
    now,
  };
  const expiryDate = findExpiry(config, payment, now);
  const fields = config.targetTypes.map((type) => targetTypes[type]);
  // Locks in the order of the ids, to prevent deadlocks.
  const lists = await sql<{ listId: number; dataField: StandardField }[]>`
    select list_id, data_field from fraud_list
    where company_id = ${companyId} and kind = 'NEGATIVE' and data_field in ${sql(fields)}
    order by list_id for update`;
  for (const { listId, dataField } of lists) {
    const entry = payment.values[dataField as keyof BlockedPayment['values']];
    const compared = matchValue(dataField, entry?.value);
    if (!entry || compared === null) continue;
    const list = { companyId, listId };
    const item = { value: entry.value.trim(), matchValue: compared, expiryDate, card: entry.card };
    const added = await insertItems(sql, list, [item], change);
    if (added.size === 0) await extendExpiry(sql, list, item, change);
  }
}

function findExpiry(
  { expiry }: AutoAddConfig,
  { matchedExpiry }: BlockedPayment,
  now: Date,
): CalendarDay | null {
  return expiry === null ? matchedExpiry : expiryAfter(expiry, now.toISOString().slice(0, 10));
}
