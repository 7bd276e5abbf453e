import type { CalendarDay } from '#shared/calendar-day.ts';
import { formatDays } from '#ui/date/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { SearchParams } from '../search-params.ts';
import { type SearchRange, chosenDays } from '../search-range.ts';
import type { SearchInput } from './search-panel.tsx';

/** The name of a range, or its days. */
export function rangeText(range: SearchRange, t: Translate, today: CalendarDay, locale: string): string {
  const days = chosenDays(range);
  return days ? formatDays(days.from, days.to, today, locale) : t(`search.range_name.${range}`);
}

/** Chips of the search. An id is found in any range, so it has no range chip. */
export function searchChips(
  { searchField, value, searchRange }: SearchParams,
  t: Translate,
  search: (input: SearchInput) => void,
  { today, locale }: { today: CalendarDay; locale: string },
): FilterChip[] {
  const chips: FilterChip[] = [];
  if (searchField !== undefined) {
    const valueText = searchField === 'OPTIMIZE360_OUTCOME' ? t(`transactions.outcome.${value}`) : value;
    chips.push({
      id: 'value',
      label: `${t(`search.field_name.${searchField}`)}: ${valueText}`,
      onRemove: () => search({ searchRange }),
    });
  }
  if (searchRange !== 'ANY_TIME' && searchField !== 'txn_id') {
    chips.push({
      id: 'range',
      label: rangeText(searchRange, t, today, locale),
      onRemove: () => search({ ...(searchField && { searchField, value }), searchRange: 'ANY_TIME' }),
    });
  }
  return chips;
}
