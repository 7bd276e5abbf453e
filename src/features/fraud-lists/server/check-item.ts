import type { CalendarDay } from '#shared/calendar-day.ts';
import type { TenantSql } from '#database/tenant.ts';
import { matchValue } from '#features/fraud-fields/match-value.ts';
import { cardField, cleanValue, findExpiryFault, findValueFault } from '../list-item-rules.ts';
import type { NewItem } from './db/insert-items.ts';
import type { StoredList } from './db/list-store.ts';
import { findCard } from './find-card.ts';
import { predefinedValues } from './predefined-values.ts';

export interface ItemInput {
  value: string;
  expiryDate?: string | undefined;
}

type Checked =
  | { ok: true; item: NewItem }
  | { ok: false; status: 'INVALID_LIST_ITEM_ERROR' | 'INVALID_LIST_ITEM_IDENTIFIER'; faults: string[] };

/** Validates values for one list. Cards are known by their transactions. */
export async function itemChecker(
  sql: TenantSql,
  list: StoredList,
  today: CalendarDay,
): Promise<(input: ItemInput) => Promise<Checked>> {
  const { companyId, dataField } = list;
  const values = await predefinedValues(sql, companyId, dataField);
  const choices = values && new Set(values);
  return async ({ value, expiryDate }) => {
    const expiryFault = findExpiryFault(expiryDate, today);
    const expiry = expiryDate === undefined || expiryDate === '' ? null : expiryDate;
    if (dataField === cardField) {
      const id = value.trim();
      const card = id === '' ? undefined : await findCard(sql, companyId, id);
      if (!card) return { ok: false, status: 'INVALID_LIST_ITEM_IDENTIFIER', faults: ['card'] };
      if (expiryFault) return { ok: false, status: 'INVALID_LIST_ITEM_ERROR', faults: [expiryFault] };
      return { ok: true, item: { value: id, matchValue: id, expiryDate: expiry, card } };
    }
    const faults = [findValueFault(dataField, value, choices), expiryFault].filter(
      (fault) => fault !== undefined,
    );
    if (faults.length > 0) return { ok: false, status: 'INVALID_LIST_ITEM_ERROR', faults };
    const clean = cleanValue(dataField, value);
    return {
      ok: true,
      item: { value: clean, matchValue: matchValue(dataField, clean) ?? clean, expiryDate: expiry },
    };
  };
}
