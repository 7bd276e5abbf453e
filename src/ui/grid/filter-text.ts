import { editableAmount, readTypedAmount } from '#shared/payments/typed-amount.ts';

interface Typed {
  maxLength?: number;
  /** The reason why a text is not searched, with advice; undefined for every other text. */
  refusal?: (text: string) => string | undefined;
}

/** How a filter above a column takes its value. */
export type GridFilter =
  | ({ kind: 'text'; findsParts?: boolean } & Typed)
  /** Digits only; with an order intervals too: '>100', '10..20'. */
  | ({ kind: 'number'; hasOrder?: boolean } & Typed)
  /** Digits and one dot, as many as an amount has; with an order intervals too. */
  | ({ kind: 'decimal'; hasOrder?: boolean } & Typed)
  /** dd/MM/yyyy; its value is yyyy-MM-dd. */
  | { kind: 'date' }
  | { kind: 'choice'; choices: readonly { value: string; label: string }[] };

/** A typed filter applies after this pause (docs/domain.md#grids). */
export const filterDebounceMs = 1000;

const maxLength = { text: 320, number: 18, decimal: 19 };
const decimal = /^\d{0,14}(\.\d{0,4})?$/;
/** The length of two numbers and their separator. */
const maxRangeLength = 2 * maxLength.decimal + 4;

/** The signs of intervals as people type them: '>100', '≤ 5', '10-20', '10..20'. */
const comparison = /^(>=|<=|=>|=<|[<>≤≥])(.*)$/;
const between = /^(.*?\d)\s*(?:\.\.+|[-–…])(.*\d)$/;
const signs: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '=>': '>=', '=<': '<=' };

/** Characters of numbers and intervals; letters and a leading minus are none of them (docs/domain.md#grids). */
const isNumberTyping = (text: string): boolean => /^(?!-)[\d\s.,'’<>=≤≥…–-]*$/.test(text);

const supportsRanges = (filter: GridFilter): boolean => 'hasOrder' in filter && filter.hasOrder === true;

/** The field's text after typing; undefined when the typing is rejected. */
export function typedFilter(filter: GridFilter, text: string): string | undefined {
  if (supportsRanges(filter)) return isNumberTyping(text) && text.length <= maxRangeLength ? text : undefined;
  switch (filter.kind) {
    case 'text':
      return text.slice(0, filter.maxLength ?? maxLength.text);
    case 'number':
      return /^\d*$/.test(text) && text.length <= (filter.maxLength ?? maxLength.number) ? text : undefined;
    case 'decimal':
      return decimal.test(text) && text.length <= (filter.maxLength ?? maxLength.decimal) ? text : undefined;
    case 'date':
      return /^[\d/]{0,10}$/.test(text) ? text : undefined;
    case 'choice':
      return text;
  }
}

/**
 * May this be pasted? No e, no minus, nothing that is no number, and no dot among whole numbers
 * (docs/domain.md#grids).
 */
export function isPastable(filter: GridFilter, pasted: string): boolean {
  if (filter.kind === 'number') return /^\d+$/.test(pasted.trim());
  if (filter.kind === 'decimal') return /^(\d+\.?\d*|\.\d+)$/.test(pasted.trim());
  if (filter.kind === 'date') return /^\d{2}\/\d{2}\/\d{4}$/.test(pasted.trim());
  return true;
}

/** The error of the text, as a sentence. */
export function filterRefusal(filter: GridFilter, text: string): string | undefined {
  return 'refusal' in filter ? filter.refusal?.(text.trim()) : undefined;
}

/**
 * The value that the grid filters by: '' for none, undefined while the text is not yet a value. An invalid text filters
 * nothing.
 */
export function filterValue(filter: GridFilter, text: string, locale = 'en'): string | undefined {
  const trimmed = text.trim();
  if (filterRefusal(filter, trimmed) !== undefined) return '';
  if (trimmed === '') return '';
  if (filter.kind === 'date') return isoDay(trimmed);
  if (filter.kind !== 'decimal' && filter.kind !== 'number') return trimmed;
  const readNumber = (typed: string) => parseNumber(filter.kind, typed, locale);
  return readNumber(trimmed) ?? (supportsRanges(filter) ? readNumberRange(trimmed, readNumber) : undefined);
}

/** Decimals have four digits after the sign at most. */
const decimalDigits = 4;

/** Decimal text for a number typed in the separators of the language: '1,250.50' is 1250.5 in English. */
function parseNumber(kind: GridFilter['kind'], text: string, locale: string): string | undefined {
  if (kind === 'number') return /^\d{1,18}$/.test(text) ? text : undefined;
  const read = readTypedAmount(text, decimalDigits, locale);
  return 'error' in read || read.decimal === '' ? undefined : read.decimal.replace(/\.?0+$/, '');
}

/** The normalised value of a typed interval ('>=100', '10..20'); undefined for other text. */
function readNumberRange(text: string, readNumber: (text: string) => string | undefined): string | undefined {
  const [, sign = '', edge = ''] = comparison.exec(text) ?? [];
  if (sign !== '') {
    const number = readNumber(edge.trim());
    return number === undefined ? undefined : `${signs[sign] ?? sign}${number}`;
  }
  const [, first, second] = between.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const edges = [readNumber(first.trim()), readNumber(second.trim())];
  const [low, high] = edges;
  if (low === undefined || high === undefined) return undefined;
  return Number(low) > Number(high) ? `${high}..${low}` : `${low}..${high}`;
}

/**
 * The text after its field is left, the value that the grid filters by, and whether the text is wrong. Half a day or
 * interval is wrong and filters nothing. A dot alone counts as empty.
 */
export function finishFilter(
  filter: GridFilter,
  text: string,
  locale = 'en',
): { text: string; value: string; isWrong: boolean } {
  const value = filterValue(filter, text, locale);
  if (value !== undefined) return { text, value, isWrong: false };
  const isWrong = filter.kind === 'date' || supportsRanges(filter);
  return { text: isWrong ? text : '', value: '', isWrong };
}

/** The text of a value. */
export function filterText(filter: GridFilter, value: string, locale = 'en'): string {
  if (filter.kind === 'decimal') {
    return value.replaceAll(/\d+\.\d+/g, (number) => editableAmount(number, locale));
  }
  const day = filter.kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  return day === null ? value : `${day[3]}/${day[2]}/${day[1]}`;
}

function isoDay(text: string): string | undefined {
  const match = /^(\d{2})\/(\d{2})\/((?:19|2\d)\d{2})$/.exec(text);
  if (match === null) return undefined;
  const iso = `${match[3]}-${match[2]}-${match[1]}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}
