import { useRef, useState } from 'react';
import { dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { CalendarButton } from '#ui/date/calendar-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';

type Props = {
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
export function DayField({ onChange, min, max, isFirst = false, ...props }: Props) {
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
