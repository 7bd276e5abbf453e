import type { ColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { columnFilterKind, isColumnFilter } from '#features/record/reporting/filters/column-filter.ts';
import type { SearchRange } from './search-range.ts';

/** What a search by operators asks for: 'amount:>100 status:failed card:4242 yesterday'. */
export interface OperatorSearch {
  filters: ColumnFilters;
  range: SearchRange;
}

/** The field of each operator. Their names are the same in all languages. */
const operators: ReadonlyMap<string, string> = new Map([
  ['amount', 'requested_amount'],
  ['card', 'last_four'],
  ['currency', 'ccy_code'],
  ['email', 'customer_email'],
  ['name', 'customer_name'],
  ['reference', 'merch_ref'],
  ['status', 'txn_status'],
  ['type', 'txn_type'],
]);

const ranges: ReadonlyMap<string, SearchRange> = new Map([
  ['today', 'TODAY'],
  ['yesterday', 'YESTERDAY'],
  ['week', 'WITHIN_1_WEEK'],
  ['month', 'WITHIN_1_MONTH'],
  ['year', 'WITHIN_1_YEAR'],
]);

/** An operator with its value, which may be quoted, or a word. */
const parts = /[a-z]+:"[^"]*"?|\S+/gi;

/** undefined unless every word is an operator with a possible value, or a range. Without a range: a year. */
export function readOperators(typed: string): OperatorSearch | undefined {
  const filters: Record<string, string> = {};
  let range: SearchRange | undefined;
  for (const part of typed.match(parts) ?? []) {
    const colon = part.indexOf(':');
    const field = colon < 0 ? undefined : operators.get(part.slice(0, colon).toLowerCase());
    if (field === undefined) {
      const named = ranges.get(part.toLowerCase());
      if (named === undefined || range !== undefined) return undefined;
      range = named;
      continue;
    }
    const value = toFilter(field, part.slice(colon + 1).replaceAll('"', ''));
    if (filters[field] !== undefined || !isColumnFilter(field, value)) return undefined;
    filters[field] = value;
  }
  if (range === undefined && Object.keys(filters).length === 0) return undefined;
  return { filters, range: range ?? 'WITHIN_1_YEAR' };
}

/** The value as the column's filter has it. */
function toFilter(field: string, value: string): string {
  if (columnFilterKind(field)?.kind === 'choice' || field === 'ccy_code')
    return value.toUpperCase().replaceAll(/[ -]/g, '_');
  return field === 'requested_amount' ? value.replaceAll(',', '.') : value;
}

interface Completion {
  /** The whole text, with the last word completed. */
  text: string;
  /** The field that the operator filters; undefined for a range. */
  field: string | undefined;
}

const maxCompletions = 6;
/** Shorter words are the beginning of too much. */
const minWord = 3;

/** What the last word of a text may become: an operator, a range, or a value of an operator. */
export function completeOperators(typed: string): Completion[] {
  const [last = ''] = /\S*$/.exec(typed) ?? [];
  const before = typed.slice(0, typed.length - last.length);
  if (before.trim() !== '' && readOperators(before) === undefined) return [];
  const [, name, begun] = /^([a-z]+):([\w-]*)$/i.exec(last) ?? [];
  if (name !== undefined && begun !== undefined) {
    const field = operators.get(name.toLowerCase());
    const kind = field === undefined ? undefined : columnFilterKind(field);
    const values = kind?.kind === 'choice' ? kind.values : [];
    return values
      .map((value) => value.toLowerCase())
      .filter((value) => value.startsWith(begun.toLowerCase().replaceAll('-', '_')) && value !== begun)
      .slice(0, maxCompletions)
      .map((value) => ({ text: `${before}${name}:${value} `, field }));
  }
  if (last.length < minWord) return [];
  const begins = (word: string): boolean => word.startsWith(last.toLowerCase()) && word !== last;
  return [
    ...[...operators]
      .filter(([word]) => begins(word))
      .map(([word, field]) => ({ text: `${before}${word}:`, field })),
    ...[...ranges.keys()].filter(begins).map((word) => ({ text: `${before}${word} `, field: undefined })),
  ];
}
