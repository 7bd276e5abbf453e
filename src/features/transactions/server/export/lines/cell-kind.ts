import { transactionField } from '../../../transaction-fields.ts';
import { findColumn } from '../../report/transaction-columns.ts';

/** How a column stands in a file, whichever store writes it. `word`: text that needs no second look. */
export type CellKind = TimeKind | 'text' | 'word' | 'money' | 'number';
export type TimeKind = 'instant' | 'date' | 'time';

/**
 * Text that is one of a list of ours, or written by us alone (digits, stars, codes, addresses that were read as such): none of
 * it begins like a formula. A look at each of them costs as much as all else that is done to them.
 */
const words = new Set([
  'ccy_code',
  'masked_pan',
  'last_four',
  'payment_product',
  'issuer_country',
  'customer_country',
  'sales_channel',
  'commerce_type',
  'CONTINUOUS_AUTHORITY_TYPE',
  'IP_address',
]);

/** Ids are names, not numbers: a spreadsheet would round the long ones. */
export function cellKind(field: string): CellKind {
  const { as } = findColumn(field);
  if (as === 'decimal') return 'money';
  if (as === 'integer') return /_id$/i.test(field) ? 'word' : 'number';
  if (as === 'text') return words.has(field) || transactionField(field)?.type === 'ENUM' ? 'word' : 'text';
  return as;
}

export const isTime = (kind: CellKind): kind is TimeKind => kind in timeStyles;

/** Styles that a row may name, in the order of their number from 7; 0 is text, 1 the heading, 2 to 6 numbers. */
export const timeStyles = { instant: '7', date: '8', time: '9' } as const;
