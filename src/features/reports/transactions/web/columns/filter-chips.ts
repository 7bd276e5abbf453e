import type { ColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { type CustomNames, columnName, filterLabel } from '#features/record/reporting/web/column-labels.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';

/** One chip for each filter of a column. */
export const filterChips = (
  { filters, custom }: { filters: ColumnFilters; custom: CustomNames },
  t: Translate,
  times: Times,
  onFilter: (filters: ColumnFilters) => void,
): FilterChip[] =>
  Object.entries(filters).map(([field, value]) => ({
    id: field,
    label: `${columnName(field, t, custom)}: ${filterLabel(field, value, t, times)}`,
    onRemove: () => onFilter(Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field))),
  }));
