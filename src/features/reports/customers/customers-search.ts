import { hasCardNumber } from '#shared/card-number.ts';
import { maxTyped } from './customer-limits.ts';

/** The query parameters of the route `customers`. */
export interface CustomersSearch {
  text?: string;
}

/** Drops blanks and card numbers and cuts what is too long. Never throws. Reads back its own result. */
export function readCustomersSearch(raw: Readonly<Record<string, string | undefined>>): CustomersSearch {
  const text = (raw.text ?? '').trim().slice(0, maxTyped).trim();
  return text === '' || hasCardNumber(text) ? {} : { text };
}
