import { addDays, type CalendarDay } from '#contract/calendar-day.ts';
import { startOfDayIn } from '#contract/zoned-day.ts';
import type { SearchRequest } from '../calls.ts';
import { transactionField } from '../transaction-fields.ts';

type Field = SearchRequest['fields'][number];

/** What the filter above a column takes; undefined where the report cannot be asked for one value. */
export type ColumnFilterKind =
  | { kind: 'text' | 'number' | 'decimal' | 'date'; maxLength?: number }
  | { kind: 'choice'; values: readonly string[] };

/** Money: refunds and payouts are negative in reports, and whoever looks for an amount means either. */
const amounts = new Set(['requested_amount', 'amount']);
const isDecimal = (name: string): boolean =>
  amounts.has(name) || name === 'GIFTCARD_PURCHASE_AMOUNT' || /^custom_(decimal|float)_/.test(name);

export function columnFilterKind(name: string): ColumnFilterKind | undefined {
  const field = transactionField(name);
  if (field === undefined || !field.filters.includes('EQUALS')) return undefined;
  if (field.values !== undefined) return { kind: 'choice', values: field.values };
  switch (field.type) {
    case 'STRING':
      return { kind: 'text' };
    case 'NUMBER':
      if (name === 'last_four') return { kind: 'number', maxLength: 4 };
      return { kind: isDecimal(name) ? 'decimal' : 'number' };
    case 'ISO_DATE':
      return { kind: 'date' };
    case 'ISO_DATETIME':
      return field.filters.includes('BETWEEN') ? { kind: 'date' } : undefined;
    default:
      return undefined;
  }
}

/**
 * The filters of the columns in sight as the report is asked: beside what the screen asks for anyway, never instead of it.
 * A day of a moment is that of the zone in which the page shows times.
 */
export function columnFilterFields(
  filters: Readonly<Record<string, string>>,
  shown: readonly string[],
  timeZone: string,
): Field[] {
  return shown.flatMap((field) => {
    const value = filters[field];
    const asked = value === undefined ? undefined : filterOf(field, value, timeZone);
    return asked === undefined ? [] : [{ field, display: false, filter: asked }];
  });
}

function filterOf(field: string, value: string, timeZone: string): Field['filter'] {
  if (columnFilterKind(field) === undefined || value === '') return undefined;
  if (transactionField(field)?.type === 'ISO_DATETIME') {
    const day = value as CalendarDay;
    const [from, next] = [day, addDays(day, 1)].map((one) => startOfDayIn(one, timeZone).getTime()) as [
      number,
      number,
    ];
    return { operation: 'BETWEEN', value: [from, next - 1] };
  }
  if (isDecimal(field)) {
    const number = value.replace(/^\./, '0.');
    // More digits than any amount has: the server would refuse the whole question.
    if (!/^\d{1,14}(\.\d{1,4})?$/.test(number)) return undefined;
    return amounts.has(field)
      ? { operation: 'IN', value: [number, `-${number}`] }
      : { operation: 'EQUALS', value: [number] };
  }
  return { operation: 'EQUALS', value: [value] };
}
