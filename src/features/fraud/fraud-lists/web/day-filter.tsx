import { useState } from 'react';
import { type CalendarDay, dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';

interface Props {
  label: string;
  value: CalendarDay | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

/** One day, or none. Searches when a whole day is typed, on Enter and when it is left. */
export function DayFilter({ label, value, onChange }: Props) {
  const texts = useUiTexts();
  const [typed, setTyped] = useState(value === undefined ? '' : textOfDay(value));
  const [isWrong, setIsWrong] = useState(false);
  function leave(): void {
    const day = dayOfText(typed);
    setIsWrong(typed.trim() !== '' && day === undefined);
    if (day !== value && (day !== undefined || typed.trim() === '')) onChange(day);
  }
  return (
    <TextField
      label={label}
      className="number"
      value={typed}
      placeholder={texts.dayPattern}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      error={isWrong ? texts.dayWrong : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
