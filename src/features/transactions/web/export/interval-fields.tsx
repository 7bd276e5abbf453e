import type { IntervalProblems, TypedInterval } from '#features/transactions/export/export-interval.ts';
import classes from '#features/transactions/web/export/export.module.css';
import { TextField } from '#ui/form/text-field.tsx';
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
  const field = (name: keyof TypedInterval) => {
    const problem = problems[name];
    return {
      label: t(`transaction_export.${name}`),
      value: typed[name],
      error: problem == null ? undefined : t(`transaction_export.problem.${problem}`),
      autoComplete: 'off',
      withAsterisk: true,
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ ...typed, [name]: event.currentTarget.value }),
    };
  };
  const day = {
    placeholder: t('transaction_export.date_form'),
    maxLength: 10,
    inputMode: 'numeric' as const,
  };
  const time = { placeholder: t('transaction_export.time_form'), maxLength: 5 };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.interval')}</legend>
      <p className={classes.note}>{t('transaction_export.interval_note', { zone: zoneName })}</p>
      <div className={classes.pair}>
        <TextField {...field('startDate')} {...day} data-search />
        <TextField {...field('startTime')} {...time} />
        <TextField {...field('endDate')} {...day} />
        <TextField {...field('endTime')} {...time} />
      </div>
    </fieldset>
  );
}
