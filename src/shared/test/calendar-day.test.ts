import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dayOfText,
  isCalendarDay,
  textOfDay,
  weeksOfMonth,
  dayPresets,
  daysBetween,
  daysOfPreset,
  matchPreset,
  shiftRange,
} from '../calendar-day.ts';

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

const today = '2026-11-21';

describe('presets', () => {
  test.each([
    ['TODAY', '2026-11-21', '2026-11-21'],
    ['YESTERDAY', '2026-11-20', '2026-11-20'],
    ['WITHIN_1_WEEK', '2026-11-15', '2026-11-21'],
    ['WITHIN_1_MONTH', '2026-10-23', '2026-11-21'],
    ['WITHIN_90_DAYS', '2026-08-24', '2026-11-21'],
    ['THIS_MONTH', '2026-11-01', '2026-11-21'],
    ['LAST_MONTH', '2026-10-01', '2026-10-31'],
    ['WITHIN_1_YEAR', '2025-11-22', '2026-11-21'],
  ] as const)('preset %s', (preset, from, to) => {
    expect(daysOfPreset(preset, today)).toEqual({ from, to });
    expect(matchPreset({ from, to }, today, dayPresets)).toBe(preset);
  });
  test('on the first of a month, today wins over this month', () => {
    expect(matchPreset({ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01', dayPresets)).toBe('TODAY');
    expect(daysOfPreset('LAST_MONTH', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });
});

describe('the range before and after', () => {
  test.each([
    ['2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ])('%s to %s', (from, to, fromBefore, toBefore) => {
    expect(shiftRange({ from, to }, -1)).toEqual({ from: fromBefore, to: toBefore });
    expect(shiftRange({ from: fromBefore, to: toBefore }, 1)).toEqual({ from, to });
  });
  test('touches the range without overlapping it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 400 }), (start, length) => {
        const from = addDays('2001-01-01', start);
        const range = { from, to: addDays(from, length) };
        expect(daysBetween(shiftRange(range, -1).to, from)).toBe(1);
        expect(daysBetween(range.to, shiftRange(range, 1).from)).toBe(1);
      }),
    );
  });
});
