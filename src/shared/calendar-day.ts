/** A calendar day, without time or zone: 'yyyy-MM-dd'. Days compare like texts. */
export type CalendarDay = string;

/** A day without a change of clocks. */
export const dayMs = 86_400_000;

/** Whether the text is a real day of the years 1000 to 9999. */
export function isCalendarDay(text: string | undefined): text is CalendarDay {
  if (text === undefined || !/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * 'dd/MM/yyyy' as a day; undefined for another format or an invalid day
 * (docs/domain.md#dates-and-time-zones).
 */
export function dayOfText(text: string): CalendarDay | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text.trim()) ?? [];
  const written = `${year}-${month}-${day}`;
  return isCalendarDay(written) ? written : undefined;
}

/** The inverse. */
export const textOfDay = (day: CalendarDay): string => day.split('-').toReversed().join('/');

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(midnightUtc(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day some months later, or the last of the month where it has no such day. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const at = new Date(midnightUtc(day));
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), last))).toISOString().slice(0, 10);
}

/** Whole days between two; negative when the second is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((midnightUtc(to) - midnightUtc(from)) / dayMs);
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: CalendarDay): number => (new Date(midnightUtc(day)).getUTCDay() + 6) % 7;

/** Monday to Friday: the first such day after the given one. */
export const nextBusinessDay = (day: CalendarDay): CalendarDay =>
  addDays(day, Math.max(1, 7 - weekdayOf(day) - (weekdayOf(day) < 4 ? 7 : 0)));

export const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01`;

/** The weeks from Monday that a month touches, including days of its neighbours. */
export function weeksOfMonth(day: CalendarDay): CalendarDay[][] {
  const first = firstOfMonth(day);
  const start = addDays(first, -weekdayOf(first));
  const weeks = Math.ceil(daysBetween(start, addMonths(first, 1)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => addDays(start, week * 7 + weekday)),
  );
}

const midnightUtc = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`);

/** A range of days, both included. */
export interface DayRange {
  from: CalendarDay;
  to: CalendarDay;
}

export const dayPresets = [
  'TODAY',
  'YESTERDAY',
  'WITHIN_1_WEEK',
  'WITHIN_1_MONTH',
  'WITHIN_90_DAYS',
  'THIS_MONTH',
  'LAST_MONTH',
  'WITHIN_1_YEAR',
] as const;
export type DayPreset = (typeof dayPresets)[number];

/** The days of a preset, seen from today. */
export function daysOfPreset(preset: DayPreset, today: CalendarDay): DayRange {
  const back = (days: number): DayRange => ({ from: addDays(today, -days), to: today });
  switch (preset) {
    case 'TODAY':
      return back(0);
    case 'YESTERDAY':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'WITHIN_1_WEEK':
      return back(6);
    case 'WITHIN_1_MONTH':
      return back(29);
    case 'WITHIN_90_DAYS':
      return back(89);
    case 'THIS_MONTH':
      return { from: firstOfMonth(today), to: today };
    case 'LAST_MONTH': {
      const first = firstOfMonth(today);
      return { from: addMonths(first, -1), to: addDays(first, -1) };
    }
    case 'WITHIN_1_YEAR':
      return back(364);
  }
}

/** The preset that means these days today, if one does. */
export function matchPreset<Preset extends DayPreset>(
  days: DayRange,
  today: CalendarDay,
  presets: readonly Preset[],
): Preset | undefined {
  return presets.find((preset) => {
    const { from, to } = daysOfPreset(preset, today);
    return from === days.from && to === days.to;
  });
}

/** The range of the same length before (−1) or after (1); whole months move by months. */
export function shiftRange({ from, to }: DayRange, direction: -1 | 1): DayRange {
  const lastDay = addDays(addMonths(firstOfMonth(to), 1), -1);
  if (from === firstOfMonth(from) && to === lastDay) {
    const months = direction * (monthNumber(to) - monthNumber(from) + 1);
    return { from: addMonths(from, months), to: addDays(addMonths(addDays(to, 1), months), -1) };
  }
  const days = direction * (daysBetween(from, to) + 1);
  return { from: addDays(from, days), to: addDays(to, days) };
}

const monthNumber = (day: CalendarDay): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
