import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { CalendarButton } from '#ui/date/calendar-button.tsx';
import classes from '#ui/date/date.module.css';
import { useDayInput } from '#ui/date/use-day-input.ts';
import type { DateError } from '#ui/date/validate-day.ts';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

interface Props {
  label: string;
  value: CalendarDay;
  onChange: (day: CalendarDay) => void;
  /** First and last day that may be taken. */
  min: CalendarDay;
  max: CalendarDay;
  errorTexts: Record<DateError, string>;
  /** Called when the typed text is no day to take, and with undefined when it is one again. */
  onError?: (error: DateError | undefined) => void;
  /** Something else is wrong with the day. */
  error?: string | undefined;
  help?: string;
  /** Buttons to the day before and after, within these bounds. */
  steps?: { min: CalendarDay; max: CalendarDay; onStep?: (day: CalendarDay) => void };
  /** Arrow down moves to a calendar beside the field; the field then has none of its own. */
  onCalendar?: () => void;
}

/** A day, typed as dd/MM/yyyy or picked from a calendar. */
export function DateField(props: Props) {
  const { value, min, max, steps, onCalendar } = props;
  const texts = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const day = useDayInput(props);
  const error = day.wrong === undefined ? props.error : props.errorTexts[day.wrong];
  function pick(picked: CalendarDay): void {
    setIsOpen(false);
    day.pick(picked);
    input.current?.focus();
  }
  return (
    <div className={classes.field} data-steps={steps == null ? undefined : true}>
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
          if (onCalendar == null) setIsOpen(true);
          else onCalendar();
        }}
        rightSectionPointerEvents="all"
        rightSection={
          onCalendar == null && (
            <CalendarButton
              label={props.label}
              value={value}
              min={min}
              max={max}
              isOpen={isOpen}
              onOpen={setIsOpen}
              onPick={pick}
            />
          )
        }
      />
      {steps != null && (
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
