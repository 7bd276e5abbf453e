import { useEffect, useRef, useState } from 'react';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  daysOfPreset,
  isStatementDays,
  minimumDay,
  matchPreset,
  statementPresets,
  type StatementDays,
  type StatementPreset,
} from '../../statements/statement-interval.ts';
import classes from './statements.module.css';

interface Props {
  days: StatementDays;
  today: CalendarDay;
  onChange: (days: StatementDays) => void;
}

const own = 'OWN';

/** The statement's days: a preset or two dates. A valid change applies at once. */
export function IntervalBar({ days, today, onChange }: Props) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(days);
  const [draft, setDraft] = useState(days);
  if (seen.from !== days.from || seen.to !== days.to) {
    setSeen(days);
    setDraft(days);
  }
  // Both fields may report a day before the draft renders.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  function change(part: Partial<StatementDays>): void {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setDraft(next);
    const isOther = next.from !== days.from || next.to !== days.to;
    if (isOther && isStatementDays(next, today)) onChange(next);
  }
  const preset = matchPreset(days, today);
  const isOneDay = draft.from === draft.to;
  const isWrong = draft.from > draft.to;
  const dates = {
    min: minimumDay,
    max: today,
    errorTexts: {
      invalid: t('statements.date_error.invalid'),
      future: t('statements.date_error.future'),
      minimum: t('statements.date_error.minimum'),
    },
  };
  return (
    <div className={classes.interval} role="group" aria-label={t('statements.days')}>
      <SelectField
        label={t('statements.preset')}
        value={preset ?? own}
        choices={[
          ...statementPresets.map((one) => ({ value: one, label: t(`statements.preset_name.${one}`) })),
          ...(preset == null ? [{ value: own, label: t('statements.own_days') }] : []),
        ]}
        onChange={(chosen) => {
          if (chosen != null && chosen !== own) change(daysOfPreset(chosen as StatementPreset, today));
        }}
      />
      <DateField
        {...dates}
        label={t('statements.from')}
        value={draft.from}
        onChange={(from) => change({ from })}
        steps={
          isOneDay
            ? { min: minimumDay, max: today, onStep: (day) => change({ from: day, to: day }) }
            : { min: minimumDay, max: draft.to }
        }
      />
      <DateField
        {...dates}
        label={t('statements.to')}
        value={draft.to}
        onChange={(to) => change({ to })}
        error={isWrong ? t('statements.wrong_interval') : undefined}
        steps={{ min: draft.from, max: today }}
      />
    </div>
  );
}
