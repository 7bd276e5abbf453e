import { formatDays } from '#ui/date/range/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { earliestDay, resolveDays, type ScheduleListParams } from '../../find/list-params.ts';

interface Words {
  t: Translate;
  locale: string;
  today: string;
  nameOf: (organisation: string) => string;
}

/** One chip a filter, including the days of creation: by default the list shows yesterday and today. */
export function scheduleChips(
  params: ScheduleListParams,
  { t, locale, today, nameOf }: Words,
  change: (part: Partial<ScheduleListParams>) => void,
): FilterChip[] {
  const { from, to } = resolveDays(params, today);
  const { status = [], selectedNodes = [] } = params;
  const chips: FilterChip[] = [];
  if (from > earliestDay || to < today) {
    chips.push({
      id: 'created',
      label: t('list.created', { days: formatDays(from, to, today, locale) }),
      onRemove: () => change({ startDate: earliestDay, endDate: undefined }),
    });
  }
  if (status.length > 0) {
    const words = status.map((one) => t(`schedules.status.${one}`));
    const label = `${t('schedules.column.status')}: ${[...new Set(words)].join(', ')}`;
    chips.push({ id: 'status', label, onRemove: () => change({ status: undefined }) });
  }
  if (selectedNodes.length > 0) {
    const label = `${t('schedules.list.organisations')}: ${selectedNodes.map(nameOf).join(', ')}`;
    chips.push({ id: 'organisations', label, onRemove: () => change({ selectedNodes: undefined }) });
  }
  return chips;
}
