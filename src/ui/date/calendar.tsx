import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  addDays,
  addMonths,
  firstOfMonth,
  weekdayOf,
  weeksOfMonth,
  type CalendarDay,
} from '#shared/calendar-day.ts';
import classes from '#ui/date/date.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

type Props = { value: CalendarDay; min: CalendarDay; max: CalendarDay; onPick: (day: CalendarDay) => void };

/**
 * A month from Monday to Sunday. Arrows go by days and weeks, Home and End to the ends of the week, Page Up and
 * Page Down by months, with Shift by years; Enter and the space bar pick.
 */
export function Calendar({ value, min, max, onPick }: Props) {
  const texts = useUiTexts();
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState(() => within(value, min, max));

  function moveTo(day: CalendarDay): void {
    flushSync(() => setCursor(within(day, min, max)));
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }
  const turn = (months: number): void => setCursor(within(addMonths(cursor, months), min, max));
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
    if (next == null) return;
    event.preventDefault();
    moveTo(next);
  }
  const name = (options: Intl.DateTimeFormatOptions, day: CalendarDay): string =>
    new Intl.DateTimeFormat(texts.locale, { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const weeks = weeksOfMonth(cursor);
  const month = cursor.slice(0, 7);
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <MonthButton
          label={texts.previousMonth}
          isOff={firstOfMonth(cursor) <= min}
          onClick={() => turn(-1)}
          icon={<IconChevronLeft size={16} aria-hidden />}
        />
        <span id={id} className={classes.month} aria-live="polite">
          {name({ month: 'long', year: 'numeric' }, cursor)}
        </span>
        <MonthButton
          label={texts.nextMonth}
          isOff={addMonths(firstOfMonth(cursor), 1) > max}
          onClick={() => turn(1)}
          icon={<IconChevronRight size={16} aria-hidden />}
        />
      </div>
      <table ref={table} aria-labelledby={id}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={name({ weekday: 'long' }, day)}>
                {name({ weekday: 'short' }, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={classes.day}
                    data-other={day.startsWith(month) ? undefined : true}
                    data-picked={day === value || undefined}
                    data-today={day === max || undefined}
                    disabled={day < min || day > max}
                    tabIndex={day === cursor ? 0 : -1}
                    data-autofocus={day === cursor || undefined}
                    aria-label={name({ dateStyle: 'full' }, day)}
                    aria-current={day === max ? 'date' : undefined}
                    aria-pressed={day === value}
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

type MonthButtonProps = { label: string; isOff: boolean; onClick: () => void; icon: ReactNode };

function MonthButton({ label, isOff, onClick, icon }: MonthButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} disabled={isOff} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

const within = (day: CalendarDay, min: CalendarDay, max: CalendarDay): CalendarDay =>
  day < min ? min : day > max ? max : day;
