import { useEffect, useRef, useState } from 'react';
import { addDays, textOfDay, type CalendarDay } from '#shared/calendar-day.ts';
import { validateDay, type DateError } from '#ui/date/validate-day.ts';

/** Debounces of what is typed, and of the step buttons (docs/domain.md#grids). */
const typedMs = 100;
const stepMs = 500;

interface Options {
  value: CalendarDay;
  onChange: (day: CalendarDay) => void;
  min: CalendarDay;
  max: CalendarDay;
  onError?: ((error: DateError | undefined) => void) | undefined;
  steps?: { min: CalendarDay; max: CalendarDay; onStep?: (day: CalendarDay) => void } | undefined;
}

/** The text of a day field, and the changes it reports: typed ones soon, quick steps gathered into one. */
export function useDayInput({ value, onChange, min, max, onError, steps }: Options) {
  const [seen, setSeen] = useState(value);
  const [typed, setTyped] = useState(() => textOfDay(value));
  const [isLeft, setIsLeft] = useState(false);
  // Pressed but not yet reported.
  const [stepped, setStepped] = useState<CalendarDay>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== value) {
    setSeen(value);
    setTyped(textOfDay(value));
    setStepped(undefined);
    setIsLeft(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function report(text: string): void {
    const found = validateDay(text, min, max);
    onError?.(found.error);
    if (found.day != null && found.day !== value) onChange(found.day);
  }
  const reportStep = steps?.onStep ?? onChange;
  // A late report goes to the listener of that moment: another field may have changed what this one is part of.
  const latest = useRef({ report, reportStep });
  useEffect(() => {
    latest.current = { report, reportStep };
  });
  function later(work: () => void, ms: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, ms);
  }
  function step(days: number): void {
    const next = addDays(stepped ?? value, days);
    if (steps == null || next < steps.min || next > steps.max) return;
    setStepped(next);
    setTyped(textOfDay(next));
    onError?.(undefined);
    later(() => latest.current.reportStep(next), days === 0 ? 0 : stepMs);
  }
  return {
    typed,
    /** Of a text that was left as it is. */
    wrong: isLeft ? validateDay(typed, min, max).error : undefined,
    current: stepped ?? value,
    step,
    type: (text: string) => {
      setTyped(text);
      setStepped(undefined);
      later(() => latest.current.report(text), typedMs);
    },
    leave: () => {
      setIsLeft(true);
      clearTimeout(timer.current);
      if (stepped == null) report(typed);
      else step(0);
    },
    pick: (day: CalendarDay) => {
      clearTimeout(timer.current);
      setTyped(textOfDay(day));
      onError?.(undefined);
      if (day !== value) onChange(day);
    },
  };
}
