import { textOfDay } from '#shared/calendar-day.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { QueueSearch } from '../queue-search.ts';
import { columnAddress } from './queue-columns.tsx';
import type { QueueWords } from './use-queue-words.ts';

/** One chip for each filter, the default one included. */
export function queueChips(
  search: QueueSearch,
  words: QueueWords,
  change: (part: Partial<QueueSearch>) => void,
): FilterChip[] {
  const { t } = words;
  const { assignee, status, type, min, max } = search;
  const chips: FilterChip[] = [];
  const add = (id: string, label: string, part: { [name in keyof QueueSearch]?: undefined }) =>
    chips.push({ id, label, onRemove: () => change(part as Partial<QueueSearch>) });
  if (assignee !== undefined) add('assignee', t('queue.mine'), { assignee: undefined });
  if (status !== undefined)
    add('status', `${t('queue.column.status')}: ${words.status(status)}`, { status: undefined });
  if (type !== undefined)
    add('type', `${t('queue.column.type')}: ${words.list(type.split(',').map(words.type))}`, {
      type: undefined,
    });
  if (min !== undefined || max !== undefined) {
    const ends = [
      min === undefined ? '' : `≥ ${words.amount(min)}`,
      max === undefined ? '' : `≤ ${words.amount(max)}`,
    ];
    add('amount', `${t('queue.column.amount')}: ${ends.filter(Boolean).join(', ')}`, {
      min: undefined,
      max: undefined,
    });
  }
  for (const [id, { filter }] of Object.entries(columnAddress)) {
    const value = filter === undefined ? undefined : search[filter];
    if (filter === undefined || value === undefined) continue;
    const column = t(`queue.column.${id}`);
    add(`column.${id}`, `${column}: ${chipValue(id, value, words)}`, { [filter]: undefined });
  }
  return chips;
}

function chipValue(column: string, value: string, words: QueueWords): string {
  switch (column) {
    case 'status':
      return words.status(value);
    case 'type':
      return words.type(value);
    case 'source':
      return words.source(value);
    case 'time':
      return words.t('queue.until', { day: textOfDay(value) });
    case 'country':
      return words.countryNames.get(value) ?? value;
    default:
      return value;
  }
}
