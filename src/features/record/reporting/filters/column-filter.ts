import { addDays, isCalendarDay } from '#shared/calendar-day.ts';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import type { SearchRequest } from '../search-schema.ts';
import { transactionField } from '../fields/transaction-fields.ts';
import { flagFields } from '../fields/authentication-fields.ts';
import type { ColumnFilters } from './filter-params.ts';
import { codesFor } from './coded-values.ts';
import { selectableOutcomes } from '../fields/risk-outcome.ts';
import { type SourceLimits, hasOutcomes, statusesIn } from './source-limits.ts';

type Field = SearchRequest['fields'][number];
type Filter = NonNullable<Field['filter']>;

/** The kind of filter above a column; undefined where the report has no EQUALS. */
type ColumnFilterKind =
  | { kind: 'text' | 'date' }
  /** With an order, intervals are allowed too: '>100', '10..20'. */
  | { kind: 'number' | 'decimal'; hasOrder: boolean; maxLength?: number }
  | { kind: 'choice'; values: readonly string[] };

/** Amounts: refunds and payouts are negative in reports, and a filter matches both signs. */
const amounts = new Set(['requested_amount', 'amount', 'money_moved']);
const isDecimal = (name: string): boolean =>
  amounts.has(name) || name === 'GIFTCARD_PURCHASE_AMOUNT' || /^custom_(decimal|float)_/.test(name);

/** Without `limits`: every value that any user's filter may have. */
export function columnFilterKind(name: string, limits?: SourceLimits): ColumnFilterKind | undefined {
  const field = transactionField(name);
  if (field === undefined || !field.filters.includes('EQUALS')) return undefined;
  // The filter shows one name of a list; the request has both.
  if (name === 'OPTIMIZE360_OUTCOME') {
    return limits === undefined || hasOutcomes(limits)
      ? { kind: 'choice', values: selectableOutcomes }
      : undefined;
  }
  if (name === 'txn_status' && limits !== undefined) {
    return { kind: 'choice', values: statusesIn(field.values ?? [], limits) };
  }
  if (field.values !== undefined) return { kind: 'choice', values: field.values };
  if (flagFields.has(name)) return { kind: 'choice', values: ['1', '0'] };
  const codes = codesFor(name);
  if (codes !== undefined) return { kind: 'choice', values: codes };
  switch (field.type) {
    case 'STRING':
      return { kind: 'text' };
    case 'NUMBER':
      if (name === 'last_four') return { kind: 'number', hasOrder: false, maxLength: 4 };
      return { kind: isDecimal(name) ? 'decimal' : 'number', hasOrder: field.filters.includes('GT') };
    case 'ISO_DATE':
    case 'ISO_DATETIME':
      return { kind: 'date' };
    default:
      return undefined;
  }
}

const withZero = (value: string): string => value.replaceAll(/(^|[<>=]|\.\.)(?=\.\d)/g, '$10');

/**
 * Whether the column filter can have this value. Card numbers are rejected, because filters appear in the
 * address.
 */
export function isColumnFilter(name: string, value: string, limits?: SourceLimits): boolean {
  if (hasIssuedCardNumber(value)) return false;
  const kind = columnFilterKind(name, limits);
  switch (kind?.kind) {
    case 'choice':
      return kind.values.includes(value);
    case 'number':
      return (
        isNumberFilter(value, 'whole', kind.hasOrder) && value.length <= (kind.maxLength ?? value.length)
      );
    case 'decimal':
      return isNumberFilter(withZero(value), 'decimal', kind.hasOrder);
    case 'date':
      return isCalendarDay(value) && value >= '1900-01-01' && value < '3000-01-01';
    case 'text':
      return value.trim() !== '' && value.length <= 320 && !value.includes('\0');
    case undefined:
      return false;
  }
}

/** The filters that the user can have: of offered columns, with possible values. */
export function possibleFilters(
  filters: ColumnFilters,
  offeredFields: ReadonlySet<string>,
  limits?: SourceLimits,
): ColumnFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([field, value]) => offeredFields.has(field) && isColumnFilter(field, value, limits),
    ),
  );
}

/**
 * The filters of visible columns for the request, in addition to the screen's own. A day of a timestamp is in
 * the zone of the page.
 */
export function columnFilterFields(
  filters: ColumnFilters,
  visibleFields: readonly string[],
  timeZone: string,
): Field[] {
  return visibleFields.flatMap((field) => {
    const value = filters[field];
    if (value === undefined || !isColumnFilter(field, value)) return [];
    return buildColumnFilters(field, value, timeZone).map((filter) => ({ field, display: false, filter }));
  });
}

function buildColumnFilters(field: string, value: string, timeZone: string): Filter[] {
  const { type, filters = [] } = transactionField(field) ?? {};
  if (type === 'ISO_DATETIME') {
    const [startOfDay, nextDay] = [value, addDays(value, 1)].map((day) =>
      startOfDayIn(day, timeZone).getTime(),
    ) as [number, number];
    if (filters.includes('BETWEEN')) return [{ operation: 'BETWEEN', value: [startOfDay, nextDay - 1] }];
    return [
      { operation: 'GTE', value: [startOfDay] },
      { operation: 'LT', value: [nextDay] },
    ];
  }
  if (type !== 'NUMBER') return [{ operation: 'EQUALS', value: [value] }];
  if (!isDecimal(field)) return numberFilters(value, 'whole');
  const number = withZero(value);
  return amounts.has(field) ? [amountFilter(number)] : numberFilters(number, 'decimal');
}

/** Bounds of a numeric interval. A missing one is open. */
interface Interval {
  low?: string;
  high?: string;
  /** Excludes the bound. */
  isOpen?: boolean;
}

const patterns = {
  whole: /^\d{1,18}$/,
  /** The server rejects more digits than any amount has. */
  decimal: /^\d{1,14}(\.\d{1,4})?$/,
};
type NumberKind = keyof typeof patterns;

const isNumber = (text: string, kind: NumberKind): boolean => patterns[kind].test(text);

/** Reads '>100', '>=100', '<5', '<=5' or '10..20'; undefined for a single number and other text. */
function readInterval(value: string, kind: NumberKind): Interval | undefined {
  const [low = '', high = '', ...more] = value.split('..');
  if (more.length === 0 && isNumber(low, kind) && isNumber(high, kind)) return { low, high };
  const [, sign, edge = ''] = /^([<>]=?)(.*)$/.exec(value) ?? [];
  if (sign === undefined || !isNumber(edge, kind)) return undefined;
  const isOpen = !sign.endsWith('=');
  return sign.startsWith('>') ? { low: edge, isOpen } : { high: edge, isOpen };
}

/** Whether the value is a number, or an interval where the column has an order. */
const isNumberFilter = (value: string, kind: NumberKind, hasOrder: boolean): boolean =>
  isNumber(value, kind) || (hasOrder && readInterval(value, kind) !== undefined);

/** The request's filters for a number or interval, with operations of every ordered field. */
function numberFilters(value: string, kind: NumberKind): Filter[] {
  const interval = readInterval(value, kind);
  if (interval === undefined) return [{ operation: 'EQUALS', value: [value] }];
  const { low, high, isOpen = false } = interval;
  const filters: Filter[] = [];
  if (low !== undefined) filters.push({ operation: isOpen ? 'GT' : 'GTE', value: [low] });
  if (high !== undefined) filters.push({ operation: isOpen ? 'LT' : 'LTE', value: [high] });
  return filters;
}

/** Amounts have at most four decimals, so this is the distance to the next amount. */
const step = 1n;
const maxMinor = 999_999_999_999_999_999n;

/**
 * A filter for amounts of either sign, since refunds and payouts are negative in reports. Operations are
 * joined by AND, so an interval away from zero is one BETWEEN with two ranges (docs/decisions/0053).
 */
function amountFilter(value: string): Filter {
  const interval = readInterval(value, 'decimal');
  if (interval === undefined) return { operation: 'IN', value: [value, `-${value}`] };
  const openOffset = interval.isOpen === true ? step : 0n;
  const low = interval.low === undefined ? 0n : scaled(interval.low) + openOffset;
  const high = interval.high === undefined ? maxMinor : scaled(interval.high) - openOffset;
  const edges = low === 0n ? [-high, high] : [-high, -low, low, high];
  return { operation: 'BETWEEN', value: edges.map(toDecimal) };
}

function scaled(decimal: string): bigint {
  const [wholeUnits = '', fraction = ''] = decimal.split('.');
  return BigInt(wholeUnits + fraction.padEnd(4, '0'));
}

function toDecimal(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(5, '0');
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
  return minor < 0n ? `-${text}` : text;
}
