import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import type { ListKind } from '../standard-lists.ts';

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
}

/** The lists of a company that are not deleted, by id. */
export async function loadListHeads(sql: TenantSql, companyId: number): Promise<ListHead[]> {
  return sql<ListHead[]>`
    select list_id, kind, data_field, active, version, value_lengths
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
 * until its end in UTC; `on` is the present day there (docs/domain.md#fraud-lists).
 */
export async function matchListValues(
  sql: TenantSql,
  companyId: number,
  lookups: readonly { listId: number; values: readonly string[] }[],
  on: CalendarDay,
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
    where i.expiry_date is null or i.expiry_date >= ${on}`;
}

export { autoAddValues } from './auto-add-values.ts';
