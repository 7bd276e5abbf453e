import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { type CalendarDay, matchPreset, daysOfPreset, type DayRange } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { SelectField, type Choice } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { auditPresets, firstDay, type AuditFilter } from '../audit-params.ts';
import { knownActions, knownKinds } from '../known-actions.ts';
import classes from './audit.module.css';
import { useAuditLabels } from './use-audit-labels.ts';
import { formatDays } from '#ui/date/range/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';

interface Props {
  filter: AuditFilter;
  onSearch: (filter: AuditFilter) => void;
  onClear: () => void;
}

const any = '';

/** Filters of the audit log: actor, action, object, outcome and days. A new URL replaces the draft. */
export function AuditFilterForm({ filter, onSearch, onClear }: Props) {
  const { t } = useTranslation();
  const labels = useAuditLabels();
  const today = useTimes().today();
  const { draft, change, reset, submit, cardError } = useAuditDraft(filter, today, onSearch);
  return (
    <form className={classes.form} onSubmit={submit} noValidate role="search" aria-label={t('audit.filter')}>
      <TextField
        data-search
        label={t('audit.actor')}
        help={t('audit.actor_help')}
        error={cardError(draft.actor)}
        value={draft.actor}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <SelectField
        label={t('audit.act_label')}
        value={draft.act}
        choices={buildChoices(t('audit.every_act'), knownActions, filter.act, labels.act)}
        onChange={(act) => change({ act: act ?? any })}
      />
      <SelectField
        label={t('audit.kind_label')}
        value={draft.objectKind}
        choices={buildChoices(t('audit.every_kind'), knownKinds, filter.objectKind, labels.kind)}
        onChange={(objectKind) => change({ objectKind: objectKind ?? any })}
      />
      <TextField
        label={t('audit.object_id')}
        error={cardError(draft.objectId)}
        value={draft.objectId}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ objectId: event.currentTarget.value })}
      />
      <SelectField
        label={t('audit.outcome')}
        value={draft.outcome}
        choices={[
          { value: any, label: t('audit.every_outcome') },
          { value: 'allowed', label: t('audit.allowed') },
          { value: 'refused', label: t('audit.refused') },
        ]}
        onChange={(outcome) => change({ outcome: outcome ?? any })}
      />
      <RangePicker
        label={t('audit.range')}
        value={draft.days}
        min={firstDay}
        today={today}
        presets={auditPresets}
        hasAnyTime
        onChange={(days) => change({ days })}
      />
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('audit.search')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            reset();
            onClear();
          }}
        >
          {t('audit.clear')}
        </Button>
      </div>
    </form>
  );
}

type Draft = ReturnType<typeof toDraft>;

/** The typed filters, until they are searched for. */
function useAuditDraft(filter: AuditFilter, today: CalendarDay, onSearch: Props['onSearch']) {
  const { t } = useTranslation();
  const [lastFilter, setLastFilter] = useState(filter);
  const [draft, setDraft] = useState(() => toDraft(filter, today));
  const [isTried, setIsTried] = useState(false);
  if (JSON.stringify(lastFilter) !== JSON.stringify(filter)) {
    setLastFilter(filter);
    setDraft(toDraft(filter, today));
    setIsTried(false);
  }
  return {
    draft,
    change: (values: Partial<Draft>) => setDraft({ ...draft, ...values }),
    reset: () => setDraft(toDraft({ range: 'WITHIN_1_WEEK' }, today)),
    // A card number must not appear in the address.
    cardError: (text: string) => (isTried && hasCardNumber(text) ? t('search.wrong.card_number') : undefined),
    submit(event: FormEvent): void {
      event.preventDefault();
      setIsTried(true);
      if (hasCardNumber(draft.actor) || hasCardNumber(draft.objectId)) return;
      const { actor, objectKind, objectId, act, outcome } = draft;
      const texts = Object.entries({ actor, objectKind, objectId, act, outcome }).filter(
        ([, text]) => text.trim() !== '',
      );
      onSearch({ ...toRange(draft.days, today), ...Object.fromEntries(texts) });
    },
  };
}

/** The known names, and the name in the URL if it is not among them. */
function buildChoices(
  every: string,
  names: readonly string[],
  named: string | undefined,
  labelOf: (name: string) => string,
): Choice[] {
  const values = named === undefined || names.includes(named) ? names : [...names, named];
  return [{ value: any, label: every }, ...values.map((value) => ({ value, label: labelOf(value) }))];
}

function toDraft(filter: AuditFilter, today: CalendarDay) {
  const { range, actor = any, objectKind = any, objectId = any, act = any, outcome = any } = filter;
  const { fromDay: from, toDay: to } = filter;
  const customDays = from === undefined || to === undefined ? undefined : { from, to };
  const days = range === 'DAYS' ? customDays : range === 'ANY_TIME' ? undefined : daysOfPreset(range, today);
  return { actor, objectKind, objectId, act, outcome: outcome as string, days };
}

/** A preset keeps its name in the address: tomorrow it means other days. */
function toRange(
  days: DayRange | undefined,
  today: CalendarDay,
): Pick<AuditFilter, 'range' | 'fromDay' | 'toDay'> {
  if (days === undefined) return { range: 'ANY_TIME' };
  const preset = matchPreset(days, today, auditPresets);
  return preset === undefined ? { range: 'DAYS', fromDay: days.from, toDay: days.to } : { range: preset };
}

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
    label === undefined || label === ''
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
