import type { SearchRequest } from '../search-schema.ts';

type Filter = NonNullable<SearchRequest['fields'][number]['filter']>;

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
export const isNumberFilter = (value: string, kind: NumberKind, hasOrder: boolean): boolean =>
  isNumber(value, kind) || (hasOrder && readInterval(value, kind) !== undefined);

/** The request's filters for a number or interval, with operations of every ordered field. */
export function numberFilters(value: string, kind: NumberKind): Filter[] {
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
const greatest = 999_999_999_999_999_999n;

/**
 * A filter for amounts of either sign, since refunds and payouts are negative in reports. Operations are
 * joined by AND, so an interval away from zero is one BETWEEN with two ranges (docs/decisions/0053).
 */
export function amountFilter(value: string): Filter {
  const interval = readInterval(value, 'decimal');
  if (interval === undefined) return { operation: 'IN', value: [value, `-${value}`] };
  const outside = interval.isOpen === true ? step : 0n;
  const low = interval.low === undefined ? 0n : scaled(interval.low) + outside;
  const high = interval.high === undefined ? greatest : scaled(interval.high) - outside;
  const edges = low === 0n ? [-high, high] : [-high, -low, low, high];
  return { operation: 'BETWEEN', value: edges.map(toDecimal) };
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

function toDecimal(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(5, '0');
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
  return minor < 0n ? `-${text}` : text;
}
