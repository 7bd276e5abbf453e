import { expect, test } from 'vitest';
import { addDays, addMonths, dayOfText, isCalendarDay, textOfDay, weeksOfMonth } from '../calendar-day.ts';

test.each([
  ['21/11/2026', '2026-11-21'],
  [' 29/02/2024 ', '2024-02-29'],
  ['29/02/2026', undefined],
  ['31/11/2026', undefined],
  ['1/11/2026', undefined],
  ['21/11/26', undefined],
  ['11/21/2026', undefined],
  ['21-11-2026', undefined],
  ['', undefined],
])('%j as a day is %j', (text, day) => {
  expect(dayOfText(text)).toBe(day);
  if (day !== undefined) expect(textOfDay(day)).toBe(text.trim());
});

test('accepts real days only', () => {
  expect(['2024-02-29', '2026-02-29', '0001-01-01', '2026-1-1', 'x'].map(isCalendarDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('adds days and months across year ends', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
});

test('shows a month in whole weeks from Monday', () => {
  const november = weeksOfMonth('2026-11-21');
  expect(november.length).toBe(6);
  expect(november[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(november.at(-1)?.at(-1)).toBe('2026-12-06');
  // Exactly four weeks: it starts on a Monday and has 28 days.
  expect(weeksOfMonth('2027-02-10').length).toBe(4);
});
