import type { CalendarDay } from '#shared/calendar-day.ts';
import { formatDays } from '#ui/date/range/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import type { AuditFilter } from '../audit-params.ts';
import type { useAuditLabels } from './use-audit-labels.ts';

/** The active filters as chips. Removing the range shows all times. */
export function auditChips(
  filter: AuditFilter,
  t: Translate,
  labels: Pick<ReturnType<typeof useAuditLabels>, 'act' | 'kind'>,
  search: (filter: AuditFilter) => void,
  now: { today: CalendarDay; locale: string },
): FilterChip[] {
  const { range, fromDay, toDay, actor, act, objectKind, objectId, outcome } = filter;
  const values = {
    actor: actor && `${t('audit.actor')}: ${actor}`,
    act: act && labels.act(act),
    objectKind: objectKind && labels.kind(objectKind),
    objectId: objectId && `${t('audit.object_id')}: ${objectId}`,
    outcome: outcome && t(`audit.${outcome}`),
  };
  const chips: FilterChip[] = Object.entries(values).flatMap(([id, label]) =>
    label == null || label === ''
      ? []
      : [{ id, label, onRemove: () => search({ ...filter, [id]: undefined }) }],
  );
  if (range === 'ANY_TIME') return chips;
  const { today, locale } = now;
  const days =
    range === 'DAYS' ? formatDays(fromDay ?? today, toDay ?? today, today, locale) : t(`ui.preset.${range}`);
  chips.push({
    id: 'range',
    label: days,
    onRemove: () => search({ ...filter, range: 'ANY_TIME', fromDay: undefined, toDay: undefined }),
  });
  return chips;
}
