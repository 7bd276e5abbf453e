import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState, type ReactNode, useEffect } from 'react';
import { type CalendarDay, addDays, textOfDay } from '#shared/calendar-day.ts';
import { CalendarButton } from './calendar-button.tsx';
import classes from './date.module.css';
import { type DateError, validateDay } from './validate-day.ts';
import { helpOrError } from '../form/help-or-error.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props {
  label: string;
  value: CalendarDay;
  onChange: (day: CalendarDay) => void;
  /** First and last day that may be taken. */
  min: CalendarDay;
  max: CalendarDay;
  errorTexts: Record<DateError, string>;
  /** Called when the typed text is not a valid day, and with undefined when it is valid again. */
  onError?: (error: DateError | undefined) => void;
  /** Something else is wrong with the day. */
  error?: string;
  help?: string;
  /** Buttons to the day before and after, within these bounds. */
  steps?: { min: CalendarDay; max: CalendarDay; onStep?: (day: CalendarDay) => void };
  /** Arrow down moves to a calendar beside the field. The field then has no calendar. */
  onCalendar?: () => void;
}

export function DateField(props: Props) {
  const { value, min, max, steps, onCalendar } = props;
  const texts = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const day = useDayInput(props);
  const error = day.wrong === undefined ? props.error : props.errorTexts[day.wrong];
  function selectDay(selectedDay: CalendarDay): void {
    setIsOpen(false);
    day.pick(selectedDay);
    input.current?.focus();
  }
  return (
    <div className={classes.field} data-steps={steps === undefined ? undefined : true}>
      <TextInput
        ref={input}
        label={props.label}
        className={`${classes.input} number`}
        {...helpOrError(props.help, error)}
        value={day.typed}
        placeholder={texts.dayPattern}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={10}
        onChange={(event) => day.type(event.currentTarget.value)}
        onBlur={day.leave}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (onCalendar === undefined) setIsOpen(true);
          else onCalendar();
        }}
        rightSectionPointerEvents="all"
        rightSection={
          onCalendar === undefined && (
            <CalendarButton
              label={props.label}
              value={{ from: value, to: value }}
              min={min}
              max={max}
              isOpen={isOpen}
              onOpen={setIsOpen}
              onPick={selectDay}
            />
          )
        }
      />
      {steps !== undefined && (
        <span className={classes.steps}>
          <Step
            label={`${texts.previousDay}: ${props.label}`}
            isOff={day.current <= steps.min}
            onClick={() => day.step(-1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Step>
          <Step
            label={`${texts.nextDay}: ${props.label}`}
            isOff={day.current >= steps.max}
            onClick={() => day.step(1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Step>
        </span>
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Marked as off instead of being disabled: the focus stays where the person pressed. */
function Step({ label, isOff, onClick, children }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** Delays of typed text and of the step buttons (docs/domain.md#grids). */
const typedMs = 100;
const stepMs = 500;

interface Options {
  value: CalendarDay;
  onChange: (day: CalendarDay) => void;
  min: CalendarDay;
  max: CalendarDay;
  onError?: (error: DateError | undefined) => void;
  steps?: { min: CalendarDay; max: CalendarDay; onStep?: (day: CalendarDay) => void } | undefined;
}

/** The text of a day field, and the changes it reports: typed ones soon, quick steps gathered into one. */
function useDayInput({ value, onChange, min, max, onError, steps }: Options) {
  const [previousValue, setPreviousValue] = useState(value);
  const [typed, setTyped] = useState(() => textOfDay(value));
  const [isTouched, setIsTouched] = useState(false);
  // Pressed but not yet reported.
  const [stepped, setStepped] = useState<CalendarDay>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (previousValue !== value) {
    setPreviousValue(value);
    setTyped(textOfDay(value));
    setStepped(undefined);
    setIsTouched(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function report(text: string): void {
    const found = validateDay(text, min, max);
    onError?.(found.error);
    if (found.day !== undefined && found.day !== value) onChange(found.day);
  }
  const reportStep = steps?.onStep ?? onChange;
  // A late report goes to the listener of that moment: another field may have changed what this one is part of.
  const latest = useRef({ report, reportStep });
  useEffect(() => {
    latest.current = { report, reportStep };
  });
  function schedule(work: () => void, ms: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, ms);
  }
  function step(days: number): void {
    const next = addDays(stepped ?? value, days);
    if (steps === undefined || next < steps.min || next > steps.max) return;
    setStepped(next);
    setTyped(textOfDay(next));
    onError?.(undefined);
    schedule(() => latest.current.reportStep(next), days === 0 ? 0 : stepMs);
  }
  return {
    typed,
    /** The error of a text after the field was left. */
    wrong: isTouched ? validateDay(typed, min, max).error : undefined,
    current: stepped ?? value,
    step,
    type: (text: string) => {
      setTyped(text);
      setStepped(undefined);
      schedule(() => latest.current.report(text), typedMs);
    },
    leave: () => {
      setIsTouched(true);
      clearTimeout(timer.current);
      if (stepped === undefined) report(typed);
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
