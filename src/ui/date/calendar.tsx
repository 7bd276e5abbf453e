import { dateFormat } from '#shared/text/intl-formats.ts';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode, useRef, useState, type KeyboardEvent } from 'react';
import {
  addMonths,
  firstOfMonth,
  weeksOfMonth,
  type CalendarDay,
  type DayRange,
  addDays,
  weekdayOf,
} from '#shared/calendar-day.ts';
import classes from './date.module.css';
import { useUiTexts } from '../ui-texts.ts';
import { flushSync } from 'react-dom';

interface Props {
  /** The picked days. */
  value: DayRange;
  min: CalendarDay;
  max: CalendarDay;
  today?: CalendarDay;
  onPick: (day: CalendarDay) => void;
}

/** A month from Monday to Sunday. Enter and the space bar pick the day that has the keyboard. */
export function Calendar({ value, min, max, today = max, onPick }: Props) {
  const texts = useUiTexts();
  const id = useId();
  const { cursor, table, press, turn } = useCalendar(value.to, min, max);
  const weeks = weeksOfMonth(cursor);
  // A field without a day passes bounds in reverse.
  const hasValue = value.from <= value.to;
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <MonthButton
          label={texts.previousMonth}
          isOff={firstOfMonth(cursor) <= min}
          onClick={() => turn(-1)}
          icon={<IconChevronLeft size={16} aria-hidden />}
        />
        <MonthChoice cursor={cursor} min={min} max={max} onTurn={turn} />
        <MonthButton
          label={texts.nextMonth}
          isOff={addMonths(firstOfMonth(cursor), 1) > max}
          onClick={() => turn(1)}
          icon={<IconChevronRight size={16} aria-hidden />}
        />
      </div>
      <span id={id} className="visually-hidden" aria-live="polite">
        {formatDay(cursor, { month: 'long', year: 'numeric' }, texts.locale)}
      </span>
      <table ref={table} aria-labelledby={id}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={formatDay(day, { weekday: 'long' }, texts.locale)}>
                {formatDay(day, { weekday: 'short' }, texts.locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} data-between={(value.from <= day && day <= value.to) || undefined}>
                  <button
                    type="button"
                    className={classes.day}
                    data-other={day.startsWith(cursor.slice(0, 7)) ? undefined : true}
                    data-picked={(hasValue && (day === value.from || day === value.to)) || undefined}
                    data-today={day === today || undefined}
                    disabled={day < min || day > max}
                    tabIndex={day === cursor ? 0 : -1}
                    data-autofocus={day === cursor || undefined}
                    aria-label={formatDay(day, { dateStyle: 'full' }, texts.locale)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={value.from <= day && day <= value.to}
                    onKeyDown={press}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatDay(day: CalendarDay, options: Intl.DateTimeFormatOptions, locale: string): string {
  const format = dateFormat(locale, { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

interface MonthChoiceProps {
  cursor: CalendarDay;
  min: CalendarDay;
  max: CalendarDay;
  onTurn: (months: number) => void;
}

/** Jumps to a month or a year within the bounds. */
function MonthChoice({ cursor, min, max, onTurn }: MonthChoiceProps) {
  const texts = useUiTexts();
  const [year, month] = [yearOf(cursor), monthOf(cursor)];
  const years = Array.from({ length: yearOf(max) - yearOf(min) + 1 }, (_, index) =>
    String(yearOf(min) + index),
  );
  const months = Array.from({ length: 12 }, (_, index) => {
    const day = `${cursor.slice(0, 5)}${String(index + 1).padStart(2, '0')}-01`;
    return {
      value: String(index + 1),
      label: formatDay(day, { month: 'long' }, texts.locale),
      disabled: day.slice(0, 7) < min.slice(0, 7) || day.slice(0, 7) > max.slice(0, 7),
    };
  });
  return (
    <div className={classes.jump}>
      <NativeSelect
        size="xs"
        rightSectionWidth={22}
        aria-label={texts.month}
        data={months}
        value={String(month)}
        onChange={(event) => onTurn(Number(event.currentTarget.value) - month)}
      />
      <NativeSelect
        size="xs"
        rightSectionWidth={22}
        aria-label={texts.year}
        data={years}
        value={String(year)}
        onChange={(event) => onTurn((Number(event.currentTarget.value) - year) * 12)}
      />
    </div>
  );
}

const yearOf = (day: CalendarDay): number => Number(day.slice(0, 4));
const monthOf = (day: CalendarDay): number => Number(day.slice(5, 7));

interface MonthButtonProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  icon: ReactNode;
}

function MonthButton({ label, isOff, onClick, icon }: MonthButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} disabled={isOff} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

/**
 * The day that has the keyboard, within bounds. Arrows go by days and weeks, Home and End to the ends of the week, Page Up
 * and Page Down by months, with Shift by years.
 */
function useCalendar(first: CalendarDay, min: CalendarDay, max: CalendarDay) {
  const table = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState(() => within(first, min, max));
  function moveTo(day: CalendarDay): void {
    flushSync(() => setCursor(within(day, min, max)));
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }
  function press(event: KeyboardEvent): void {
    const months = event.shiftKey ? 12 : 1;
    const moves: Record<string, CalendarDay> = {
      ArrowLeft: addDays(cursor, -1),
      ArrowRight: addDays(cursor, 1),
      ArrowUp: addDays(cursor, -7),
      ArrowDown: addDays(cursor, 7),
      Home: addDays(cursor, -weekdayOf(cursor)),
      End: addDays(cursor, 6 - weekdayOf(cursor)),
      PageUp: addMonths(cursor, -months),
      PageDown: addMonths(cursor, months),
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  }
  return {
    cursor,
    table,
    press,
    /** Another month, without the focus. */
    turn: (months: number) => setCursor(within(addMonths(cursor, months), min, max)),
  };
}

const within = (day: CalendarDay, min: CalendarDay, max: CalendarDay): CalendarDay =>
  day < min ? min : day > max ? max : day;
