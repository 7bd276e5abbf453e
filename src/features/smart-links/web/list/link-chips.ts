import { formatDays } from '#web/format/day-range.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { LinksSearch } from '../../links-search.ts';

/** What the list is narrowed by, in words. */
export function linkChips(
  search: LinksSearch,
  t: Translate,
  today: string,
  locale: string,
  change: (part: Partial<LinksSearch>) => void,
): FilterChip[] {
  const { status, createdFrom, createdTo } = search;
  const chips: FilterChip[] = [];
  if (status !== undefined) {
    const label = `${t('smart_links.column.status')}: ${t(`smart_links.status.${status}`)}`;
    chips.push({ id: 'status', label, onRemove: () => change({ status: undefined }) });
  }
  for (const id of ['reference', 'emailAddress', 'amount'] as const) {
    if (search[id] === undefined) continue;
    const label = `${t(`smart_links.search_field.${id}`)}: ${search[id]}`;
    chips.push({ id, label, onRemove: () => change({ [id]: undefined }) });
  }
  if (createdFrom !== undefined && createdTo !== undefined) {
    chips.push({
      id: 'created',
      label: t('list.created', { days: formatDays(createdFrom, createdTo, today, locale) }),
      onRemove: () => change({ createdFrom: undefined, createdTo: undefined }),
    });
  }
  return chips;
}
