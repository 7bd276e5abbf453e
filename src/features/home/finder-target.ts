import { isTransactionId } from '#contract/patterns.ts';

/** Where the search box of home leads: an id to its details, a reference to the search; nowhere for nothing. */
export function finderTarget(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (isTransactionId(text)) return `/transactionDetails/${text}`;
  return `/search?offset=0&pageSize=25&searchField=merch_ref&value=${encodeURIComponent(text)}`;
}
