import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import {
  firstDay,
  type IntervalProblem,
  type IntervalProblems,
  type TypedInterval,
} from '#features/exports/export-interval.ts';
import { DayField } from '#features/exports/web/day-field.tsx';
import classes from '#features/exports/web/export.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  typed: TypedInterval;
  problems: IntervalProblems;
  zoneName: string;
  onChange: (typed: TypedInterval) => void;
};

/** From when to when, by the clock of the zone that the page shows times in. */
export function IntervalFields({ typed, problems, zoneName, onChange }: Props) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const [now] = useState(() => new Date());
  const set = (name: keyof TypedInterval) => (text: string) => onChange({ ...typed, [name]: text });
  const textOf = (name: keyof TypedInterval, problem: IntervalProblem) =>
    problem === 'empty'
      ? t(`transaction_export.problem.empty.${name}`)
      : t(`transaction_export.problem.${problem}`);
  const field = (name: keyof TypedInterval) => {
    const problem = problems[name];
    return {
      label: t(`transaction_export.${name}`),
      value: typed[name],
      error: problem == null ? undefined : textOf(name, problem),
    };
  };
  const day = (name: 'startDate' | 'endDate') => ({
    ...field(name),
    placeholder: t('transaction_export.date_form'),
    min: firstDay,
    max: zonedDate(now, zone),
    onChange: set(name),
  });
  const time = (name: 'startTime' | 'endTime') => ({
    ...field(name),
    placeholder: t('transaction_export.time_form'),
    maxLength: 5,
    withAsterisk: true,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
  });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.interval')}</legend>
      <p className={classes.note}>{t('transaction_export.interval_note', { zone: zoneName })}</p>
      <div className={classes.pair}>
        <DayField {...day('startDate')} isFirst />
        <TextField {...time('startTime')} />
        <DayField {...day('endDate')} />
        <TextField {...time('endTime')} />
      </div>
    </fieldset>
  );
}
