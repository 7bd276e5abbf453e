import type { TenantSql } from '#database/tenant.ts';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { matchValue } from '#features/fraud-fields/match-value.ts';
import { type AutoAddConfig, type TargetType, expiryAfter, sourceTypes, targetTypes } from '../auto-add.ts';
import type { StandardField } from '../standard-lists.ts';
import { readAutoAdd } from './db/auto-add-store.ts';
import { type CardData, insertItems } from './db/insert-items.ts';
import { extendExpiry } from './db/change-items.ts';

/** A payment that a block list has blocked. */
export interface BlockedPayment {
  txnId: number;
  /** The field of the block list, `customerEmail`. */
  matchedField: string;
  /** Of the value that matched; null: it never expires. */
  matchedExpiry: CalendarDay | null;
  /** The payment's values by field. A card comes with what card lists show. */
  values: Partial<Record<(typeof targetTypes)[TargetType], { value: string; card?: CardData | undefined }>>;
}

/**
 * Adds values of a blocked payment to the block lists, as the company's configuration says (docs/domain.md#auto-add). Runs
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
  const expiryDate = expiryOf(config, payment, now);
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

function expiryOf(
  { expiry }: AutoAddConfig,
  { matchedExpiry }: BlockedPayment,
  now: Date,
): CalendarDay | null {
  return expiry === null ? matchedExpiry : expiryAfter(expiry, now.toISOString().slice(0, 10));
}
