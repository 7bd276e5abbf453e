import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { hasCardNumber } from '#shared/card-number.ts';
import { SelectField, type Choice } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  auditRanges,
  dayOfText,
  readDays,
  textOfDay,
  type AuditFilter,
  type AuditRange,
} from '../audit-params.ts';
import { knownActs, knownKinds } from '../known-acts.ts';
import classes from './audit.module.css';
import { useAuditLabels } from './use-audit-labels.ts';

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
  const { draft, change, reset, submit, areDaysWrong, cardError } = useAuditDraft(filter, onSearch);
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
        choices={choices(t('audit.every_act'), knownActs, filter.act, labels.act)}
        onChange={(act) => change({ act: act ?? any })}
      />
      <SelectField
        label={t('audit.kind_label')}
        value={draft.objectKind}
        choices={choices(t('audit.every_kind'), knownKinds, filter.objectKind, labels.kind)}
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
      <SelectField
        label={t('audit.range')}
        value={draft.range}
        choices={auditRanges.map((range) => ({ value: range, label: t(`audit.range_name.${range}`) }))}
        onChange={(range) => change({ range: (range ?? draft.range) as AuditRange })}
      />
      {draft.range === 'DAYS' && <DayFields draft={draft} areDaysWrong={areDaysWrong} onChange={change} />}
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
function useAuditDraft(filter: AuditFilter, onSearch: (filter: AuditFilter) => void) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(filter);
  const [draft, setDraft] = useState(() => toDraft(filter));
  const [isTried, setIsTried] = useState(false);
  if (JSON.stringify(seen) !== JSON.stringify(filter)) {
    setSeen(filter);
    setDraft(toDraft(filter));
    setIsTried(false);
  }
  const days = readDays({ fromDay: dayOfText(draft.fromDay), toDay: dayOfText(draft.toDay) });
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    reset: () => setDraft(toDraft({ range: 'WITHIN_1_WEEK' })),
    areDaysWrong: isTried && draft.range === 'DAYS' && days === undefined,
    // A card number must not appear in the address.
    cardError: (text: string) => (isTried && hasCardNumber(text) ? t('search.wrong.card_number') : undefined),
    submit(event: FormEvent): void {
      event.preventDefault();
      setIsTried(true);
      if (draft.range === 'DAYS' && days === undefined) return;
      if (hasCardNumber(draft.actor) || hasCardNumber(draft.objectId)) return;
      const { actor, objectKind, objectId, act, outcome } = draft;
      const texts = Object.entries({ actor, objectKind, objectId, act, outcome }).filter(
        ([, text]) => text.trim() !== '',
      );
      onSearch({ range: draft.range, ...(draft.range === 'DAYS' ? days : {}), ...Object.fromEntries(texts) });
    },
  };
}

interface DayFieldsProps {
  draft: Draft;
  areDaysWrong: boolean;
  onChange: (part: Partial<Draft>) => void;
}

function DayFields({ draft, areDaysWrong, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('audit.from_day')}
        help={t('audit.day_help')}
        inputMode="numeric"
        autoComplete="off"
        error={areDaysWrong ? t('audit.days_wrong') : undefined}
        value={draft.fromDay}
        onChange={(event) => onChange({ fromDay: event.currentTarget.value })}
      />
      <TextField
        label={t('audit.to_day')}
        help={t('audit.day_help')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.toDay}
        onChange={(event) => onChange({ toDay: event.currentTarget.value })}
      />
    </>
  );
}

/** The known names, and the one in the URL when it is not among them. */
function choices(
  every: string,
  known: readonly string[],
  named: string | undefined,
  word: (name: string) => string,
): Choice[] {
  const values = named === undefined || known.includes(named) ? known : [...known, named];
  return [{ value: any, label: every }, ...values.map((value) => ({ value, label: word(value) }))];
}

function toDraft(filter: AuditFilter) {
  const { range, actor = any, objectKind = any, objectId = any, act = any, outcome = any } = filter;
  const days = { fromDay: textOfDay(filter.fromDay), toDay: textOfDay(filter.toDay) };
  return { range, actor, objectKind, objectId, act, outcome: outcome as string, ...days };
}
