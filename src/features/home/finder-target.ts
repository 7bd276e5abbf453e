/** Where the search box of home leads: an id to its details, a reference to the search; nowhere for nothing. */
export function finderTarget(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[1-9]\d*$/.test(text)) return `/transactionDetails/${text}`;
  return `/search?offset=0&pageSize=25&searchField=merch_ref&value=${encodeURIComponent(text)}`;
}
