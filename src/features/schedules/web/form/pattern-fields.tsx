import { weekdays } from '#features/schedules/definition/schedule-definition.ts';
import type { ScheduleForm } from '#features/schedules/form/schedule-form.ts';
import classes from '#features/schedules/web/form/schedule-form.module.css';
import { useDayWords } from '#features/schedules/web/use-schedule-words.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  form: ScheduleForm;
  onChange: (part: Partial<ScheduleForm>) => void;
  weekdayError: string | undefined;
  monthDayError: string | undefined;
};

const weeks = [1, 2, 3, 4];
const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Days that lie in every set that is given. */
export function PatternFields({ form, onChange, weekdayError, monthDayError }: Props) {
  const { t } = useTranslation();
  const words = useDayWords();
  return (
    <>
      <Checks
        title={t('schedules.form.daysOfWeek')}
        values={weekdays}
        labelOf={words.weekday}
        checked={form.daysOfWeek}
        error={weekdayError}
        onChange={(daysOfWeek) => onChange({ daysOfWeek })}
      />
      <Checks
        title={t('schedules.form.weeksOfMonth')}
        values={weeks}
        labelOf={(week) => t('schedules.form.week', { week })}
        checked={form.weeksOfMonth}
        onChange={(weeksOfMonth) => onChange({ weeksOfMonth })}
      />
      <TextField
        label={t('schedules.form.daysOfMonth')}
        help={t('schedules.form.daysOfMonth_help')}
        autoComplete="off"
        maxLength={120}
        value={form.daysOfMonth}
        error={monthDayError}
        onChange={(event) => onChange({ daysOfMonth: event.currentTarget.value })}
      />
      <Checks
        title={t('schedules.form.monthsOfYear')}
        values={months}
        labelOf={words.month}
        checked={form.monthsOfYear}
        onChange={(monthsOfYear) => onChange({ monthsOfYear })}
      />
    </>
  );
}

type ChecksProps<T> = {
  title: string;
  values: readonly T[];
  labelOf: (value: T) => string;
  checked: readonly T[];
  error?: string | undefined;
  onChange: (checked: T[]) => void;
};

function Checks<T extends string | number>({
  title,
  values,
  labelOf,
  checked,
  error,
  onChange,
}: ChecksProps<T>) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div className={classes.checks}>
        {values.map((value) => (
          <CheckField
            key={value}
            label={labelOf(value)}
            isChecked={checked.includes(value)}
            onChange={(isChecked) =>
              onChange(values.filter((one) => (one === value ? isChecked : checked.includes(one))))
            }
          />
        ))}
      </div>
      {error != null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
