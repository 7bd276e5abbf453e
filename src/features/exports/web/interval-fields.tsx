import { useState, useRef } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { dayOfText, textOfDay } from '#shared/calendar-day.ts';
import {
  type IntervalProblem,
  type IntervalProblems,
  type TypedInterval,
  firstDay,
} from '#features/exports/export-interval.ts';
import classes from '#features/exports/web/export.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import { CalendarButton } from '#ui/date/calendar-button.tsx';
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

type DayFieldProps = {
  label: string;
  value: string;
  error: string | undefined;
  placeholder: string;
  onChange: (text: string) => void;
  /** First and last day of the calendar; what is typed is judged by the form. */
  min: string;
  max: string;
  isFirst?: boolean;
};

/** A day as text, whatever is typed, or picked from a calendar. */
export function DayField({ onChange, min, max, isFirst = false, ...props }: DayFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { label, value } = props;
  return (
    <TextField
      ref={input}
      {...props}
      {...(isFirst ? { 'data-search': true } : {})}
      withAsterisk
      autoComplete="off"
      inputMode="numeric"
      maxLength={10}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setIsOpen(true);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <CalendarButton
          label={label}
          value={dayOfText(value) ?? max}
          min={min}
          max={max}
          isOpen={isOpen}
          onOpen={setIsOpen}
          onPick={(day) => {
            setIsOpen(false);
            onChange(textOfDay(day));
            input.current?.focus();
          }}
        />
      }
    />
  );
}
