import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { SearchParams } from '../search-params.ts';
import type { SearchInput } from './search-panel.tsx';

/** Chips of the search. An id is found in any range, so it has no range chip. */
export function searchChips(
  { searchField, value, searchRange }: SearchParams,
  t: Translate,
  search: (input: SearchInput) => void,
): FilterChip[] {
  const chips: FilterChip[] = [];
  if (searchField != null) {
    const word = searchField === 'OPTIMIZE360_OUTCOME' ? t(`transactions.outcome.${value}`) : value;
    chips.push({
      id: 'value',
      label: `${t(`search.field_name.${searchField}`)}: ${word}`,
      onRemove: () => search({ searchRange }),
    });
  }
  if (searchRange !== 'ANY_TIME' && searchField !== 'txn_id') {
    chips.push({
      id: 'range',
      label: t(`search.range_name.${searchRange}`),
      onRemove: () => search({ ...(searchField && { searchField, value }), searchRange: 'ANY_TIME' }),
    });
  }
  return chips;
}
