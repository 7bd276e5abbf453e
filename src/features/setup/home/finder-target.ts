import { hasCardNumber } from '#shared/card-number.ts';
import { guessSearch } from '#features/reports/transactions/guess-search.ts';
import {
  type SearchField,
  matchesSearchField,
  wrongSearch,
} from '#features/record/reporting/filters/search-field.ts';

/** Fields of the quick search (docs/domain.md#home), each with its condition. */
export const quickSearchFields: readonly SearchField[] = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'last_four',
  'IP_address',
  'SAME_CARD',
];

/** `field` undefined: the field is guessed from the text, among the offered ones. */
interface FinderInput {
  typed: string;
  field: SearchField | undefined;
  availableFields: readonly SearchField[];
}

/** Whether the text has the form of its field (docs/domain.md#home). */
export function isFindable({ typed, field }: Pick<FinderInput, 'typed' | 'field'>): boolean {
  const text = typed.trim();
  return text !== '' && (field === undefined || matchesSearchField(field, text));
}

/** A transaction id opens the transaction, any other field a search. */
interface FinderTarget {
  field: SearchField;
  value: string;
}

/** The target of the quick search; undefined when the text is invalid. */
export function finderTarget({ typed, field, availableFields }: FinderInput): FinderTarget | undefined {
  const text = typed.trim();
  if (!isFindable({ typed, field })) return undefined;
  const guessed = guessSearch(text).find((guess) => availableFields.includes(guess.field));
  // Keeps card numbers out of the address, also where a search by the last digits is not possible.
  if (field === undefined && guessed === undefined && hasCardNumber(text)) return undefined;
  const guess = guessed ?? { field: 'merch_ref', value: text };
  return field === undefined ? guess : { field, value: text };
}

/** Why the text has no target, as the last part of a text key; undefined when it has one. */
export function finderProblem(filterInput: FinderInput): string | undefined {
  const text = filterInput.typed.trim();
  if (finderTarget(filterInput) !== undefined || (text === '' && filterInput.field === undefined))
    return undefined;
  return wrongSearch(filterInput.field ?? 'merch_ref', text);
}
