import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import {
  lastScheduleDay,
  frequencyRates,
  frequencyUnits,
  weekdays,
  type FrequencyRate,
  type FrequencyUnit,
} from '../schedule-definition.ts';
import { wrongDateAt, type ScheduleForm, type ScheduleFormError } from '../schedule-form.ts';
import classes from './schedule-form.module.css';
import { useDayLabels } from './use-schedule-labels.ts';
import { TypedDayField } from '#ui/date/typed-day-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface PatternProps {
  form: ScheduleForm;
  onChange: (part: Partial<ScheduleForm>) => void;
  weekdayError: string | undefined;
  monthDayError: string | undefined;
}

const weeks = [1, 2, 3, 4];
const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The days of a pattern: a day is due when it is in every set given. */
export function PatternFields({ form, onChange, weekdayError, monthDayError }: PatternProps) {
  const { t } = useTranslation();
  const labels = useDayLabels();
  return (
    <>
      <Checks
        title={t('schedules.form.daysOfWeek')}
        values={weekdays}
        labelOf={labels.weekday}
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
        labelOf={labels.month}
        checked={form.monthsOfYear}
        onChange={(monthsOfYear) => onChange({ monthsOfYear })}
      />
    </>
  );
}

interface FrequencyProps {
  form: ScheduleForm;
  onChange: (part: Partial<ScheduleForm>) => void;
  quantityError: string | undefined;
}

/** The interval of a schedule with a frequency. */
export function FrequencyFields({ form, onChange, quantityError }: FrequencyProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.pair}>
      <TextField
        label={t('schedules.form.every')}
        inputMode="numeric"
        maxLength={3}
        value={form.quantity}
        error={quantityError}
        onChange={(event) => onChange({ quantity: event.currentTarget.value })}
      />
      <SelectField
        label={t('schedules.form.unit')}
        value={form.unit}
        choices={frequencyUnits.map((value) => ({ value, label: t(`schedules.unit.${value}`) }))}
        onChange={(unit) => onChange({ unit: (unit ?? form.unit) as FrequencyUnit })}
      />
      <SelectField
        label={t('schedules.form.rate')}
        value={form.rate}
        choices={frequencyRates.map((value) => ({ value, label: t(`schedules.rate.${value}`) }))}
        onChange={(rate) => onChange({ rate: (rate ?? form.rate) as FrequencyRate })}
      />
    </div>
  );
}

/** The days that a schedule may name, from tomorrow. */
export function useScheduleDays(): { min: CalendarDay; max: CalendarDay } {
  const today = useTimes().today();
  return { min: addDays(today, 1), max: lastScheduleDay(today) };
}

interface DatesProps {
  dates: string[];
  error: ScheduleFormError | undefined;
  onChange: (dates: string[]) => void;
}

/** The days of a schedule with fixed dates, one field a day. */
export function FixedDates({ dates, error, onChange }: DatesProps) {
  const { t } = useTranslation();
  const bounds = useScheduleDays();
  const wrongAt = error === undefined ? -1 : wrongDateAt(dates, error);
  return (
    <div className={classes.list}>
      {dates.map((text, index) => (
        <TypedDayField
          {...bounds}
          // A row has no identity but its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={t('schedules.form.date', { number: index + 1 })}
          value={text}
          error={error !== undefined && index === wrongAt ? t(`schedules.error.${error}`) : undefined}
          onChange={(typed) => onChange(dates.with(index, typed))}
        />
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={dates.length >= 60}
        onClick={() => onChange([...dates, ''])}
      >
        {t('schedules.form.add_date')}
      </Button>
    </div>
  );
}

interface ChecksProps<T> {
  title: string;
  values: readonly T[];
  labelOf: (value: T) => string;
  checked: readonly T[];
  error?: string;
  onChange: (checked: T[]) => void;
}

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
              onChange(
                values.filter((candidate) => (candidate === value ? isChecked : checked.includes(candidate))),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
