import { matchesSearchField } from '#features/record/reporting/filters/search-field.ts';
import { filterText, filterValue } from '#ui/grid/filter-text.ts';
import type { ExportDraft } from '../export-state.ts';

type TypedSearch = Pick<ExportDraft, 'searchField' | 'searchValue'>;

/** As the filter above the column: one amount, '>100' or '10..20'. */
const amountFilter = { kind: 'decimal', hasOrder: true } as const;

/** The typed value as it is searched; undefined for one that its field cannot have. */
export function readSearchValue(
  { searchField, searchValue }: TypedSearch,
  locale: string,
): string | undefined {
  const text = searchValue.trim();
  if (searchField === 'requested_amount') return filterValue(amountFilter, text, locale) || undefined;
  return matchesSearchField(searchField, text) ? text : undefined;
}

/** The text of a value: amounts in the separators of the language. */
export const amountText = ({ searchField, searchValue }: TypedSearch, locale: string): string =>
  searchField === 'requested_amount' ? filterText(amountFilter, searchValue, locale) : searchValue;
