import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type CalendarDay, dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { CalendarButton } from './calendar-button.tsx';
import classes from './date.module.css';
import { helpOrError } from '../form/help-or-error.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  label: string;
  /** As typed: dd/MM/yyyy, or empty for no day. The form validates it. */
  value: string;
  onChange: (text: string) => void;
  /** First and last day of the calendar. */
  min: CalendarDay;
  max: CalendarDay;
  error?: string;
  help?: string;
}

/** A day that may be missing, typed or picked from a calendar. */
export function TypedDayField({ label, value, onChange, min, max, error, help }: Props) {
  const texts = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const day = dayOfText(value);
  function selectDay(day: CalendarDay): void {
    setIsOpen(false);
    onChange(textOfDay(day));
    input.current?.focus();
  }
  return (
    <TextInput
      ref={input}
      label={label}
      className={`${classes.input} number`}
      {...helpOrError(help, error)}
      value={value}
      placeholder={texts.dayPattern}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
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
          // Without a day, no day is between these two, and the calendar opens at the first.
          value={day === undefined ? { from: max, to: min } : { from: day, to: day }}
          min={min}
          max={max}
          isOpen={isOpen}
          onOpen={setIsOpen}
          onPick={selectDay}
        />
      }
    />
  );
}
