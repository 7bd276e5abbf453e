import { hasCardNumber } from '#shared/card-number.ts';
import { guessSearch } from '#features/transactions/guess-search.ts';
import type { SearchField } from '#features/reporting/filters/search-field.ts';
import { matchesSearchField, wrongSearch } from '#features/reporting/filters/search-field.ts';

/** What the quick search of home can look for (docs/domain.md#home); each where its condition holds. */
export const quickSearchFields: readonly SearchField[] = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'last_four',
  'IP_address',
  'SAME_CARD',
];

/** `field` undefined: whatever the text looks like, among the fields offered. */
type Wish = { typed: string; field: SearchField | undefined; offered: readonly SearchField[] };

/** Whether what was typed has the shape that its field asks for (docs/domain.md#home). */
export function isFindable({ typed, field }: Pick<Wish, 'typed' | 'field'>): boolean {
  const text = typed.trim();
  return text !== '' && (field === undefined || matchesSearchField(field, text));
}

/** A transaction id opens that transaction, any other field a search. */
export interface FinderTarget {
  field: SearchField;
  value: string;
}

/** What the quick search looks for; undefined where the text does not fit. */
export function finderTarget({ typed, field, offered }: Wish): FinderTarget | undefined {
  const text = typed.trim();
  if (!isFindable({ typed, field })) return undefined;
  const found = guessSearch(text).find((one) => offered.includes(one.field));
  // A card number comes into no address, not even where its end is not searched by.
  if (field === undefined && found === undefined && hasCardNumber(text)) return undefined;
  const guess = found ?? { field: 'merch_ref', value: text };
  return field === undefined ? guess : { field, value: text };
}

/** Why the quick search leads nowhere with what was typed, the last part of a key of texts; undefined when it leads. */
export function finderProblem(filterInput: Wish): string | undefined {
  const text = filterInput.typed.trim();
  if (finderTarget(filterInput) !== undefined || (text === '' && filterInput.field === undefined))
    return undefined;
  return wrongSearch(filterInput.field ?? 'merch_ref', text);
}
