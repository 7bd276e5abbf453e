import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { textOfDay, type AuditFilter } from '../audit-params.ts';
import type { useActWords } from './use-act-words.ts';

/** The filters of the audit log in words. Without the range every time is shown. */
export function auditChips(
  filter: AuditFilter,
  t: Translate,
  words: Pick<ReturnType<typeof useActWords>, 'act' | 'kind'>,
  search: (filter: AuditFilter) => void,
): FilterChip[] {
  const { range, fromDay, toDay, actor, act, objectKind, objectId, outcome } = filter;
  const values = {
    actor: actor && `${t('audit.actor')}: ${actor}`,
    act: act && words.act(act),
    objectKind: objectKind && words.kind(objectKind),
    objectId: objectId && `${t('audit.object_id')}: ${objectId}`,
    outcome: outcome && t(`audit.${outcome}`),
  };
  const chips: FilterChip[] = Object.entries(values).flatMap(([id, label]) =>
    label == null || label === ''
      ? []
      : [{ id, label, onRemove: () => search({ ...filter, [id]: undefined }) }],
  );
  if (range === 'ANY_TIME') return chips;
  const days = `${textOfDay(fromDay)} – ${textOfDay(toDay)}`;
  chips.push({
    id: 'range',
    label: range === 'DAYS' ? days : t(`audit.range_name.${range}`),
    onRemove: () => search({ ...filter, range: 'ANY_TIME', fromDay: undefined, toDay: undefined }),
  });
  return chips;
}
