import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { addDays, addMonths, weekdayOf, type CalendarDay } from '#shared/calendar-day.ts';

/**
 * The day that has the keyboard, within bounds. Arrows go by days and weeks, Home and End to the ends of the week, Page Up
 * and Page Down by months, with Shift by years.
 */
export function useCalendar(first: CalendarDay, min: CalendarDay, max: CalendarDay) {
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
    if (next == null) return;
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
