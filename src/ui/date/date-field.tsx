import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { addDays, textOfDay, type CalendarDay } from '#shared/calendar-day.ts';
import { CalendarButton } from '#ui/date/calendar-button.tsx';
import { validateDay, type DateError } from '#ui/date/validate-day.ts';
import classes from '#ui/date/date.module.css';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props = {
  label: string;
  value: CalendarDay;
  onChange: (day: CalendarDay) => void;
  /** First and last day that may be taken. */
  min: CalendarDay;
  max: CalendarDay;
  errorTexts: Record<DateError, string>;
  /** Told whenever what is typed is no day to take, and undefined when it is one again. */
  onError?: (error: DateError | undefined) => void;
  /** Something else is wrong with the day. */
  error?: string | undefined;
  help?: string;
  /** Buttons to the day before and after, within these bounds. */
  steps?: { min: CalendarDay; max: CalendarDay; onStep?: (day: CalendarDay) => void };
};

/** Debounces of what is typed, and of the step buttons (docs/domain.md#grids). */
const typedMs = 100;
const stepMs = 500;

/** A day, typed as dd/MM/yyyy or picked from a calendar. */
export function DateField(props: Props) {
  const { value, min, max, onChange, onError } = props;
  const texts = useUiTexts();
  const [seen, setSeen] = useState(value);
  const [typed, setTyped] = useState(() => textOfDay(value));
  const [isLeft, setIsLeft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  // Pressed but not yet told: quick presses are gathered into one change.
  const [stepped, setStepped] = useState<CalendarDay>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
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
  const reportStep = props.steps?.onStep ?? onChange;
  // What is told late is told to whoever listens then: another field may have changed what this one is part of.
  const latest = useRef({ tell: report, reportStep });
  useEffect(() => {
    latest.current = { tell: report, reportStep };
  });
  function type(text: string): void {
    setTyped(text);
    setStepped(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current.tell(text), typedMs);
  }
  function leave(): void {
    setIsLeft(true);
    clearTimeout(timer.current);
    if (stepped == null) report(typed);
    else step(0);
  }
  function step(days: number): void {
    const next = addDays(stepped ?? value, days);
    if (props.steps == null || next < props.steps.min || next > props.steps.max) return;
    setStepped(next);
    setTyped(textOfDay(next));
    onError?.(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current.reportStep(next), days === 0 ? 0 : stepMs);
  }
  function pick(day: CalendarDay): void {
    clearTimeout(timer.current);
    setTyped(textOfDay(day));
    setIsOpen(false);
    onError?.(undefined);
    if (day !== value) onChange(day);
    input.current?.focus();
  }
  const wrong = validateDay(typed, min, max).error;
  const error = isLeft && wrong != null ? props.errorTexts[wrong] : props.error;
  const current = stepped ?? value;
  return (
    <div className={classes.field} data-steps={props.steps == null ? undefined : true}>
      <TextInput
        ref={input}
        label={props.label}
        className={`${classes.input} number`}
        {...helpOrError(props.help, error)}
        value={typed}
        placeholder={texts.dayPattern}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={10}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
        rightSectionPointerEvents="all"
        rightSection={
          <CalendarButton
            label={props.label}
            value={value}
            min={min}
            max={max}
            isOpen={isOpen}
            onOpen={setIsOpen}
            onPick={pick}
          />
        }
      />
      {props.steps != null && (
        <span className={classes.steps}>
          <Step
            label={`${texts.previousDay}: ${props.label}`}
            isOff={current <= props.steps.min}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </Step>
          <Step
            label={`${texts.nextDay}: ${props.label}`}
            isOff={current >= props.steps.max}
            onClick={() => step(1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </Step>
        </span>
      )}
    </div>
  );
}

type StepProps = { label: string; isOff: boolean; onClick: () => void; children: ReactNode };

/** Says that it is off instead of being disabled: the focus stays where the person pressed. */
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
