import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, weekdayOf } from '#shared/calendar-day.ts';
import { afterSuccess, episodesFrom, firstCursor, countRemaining } from '../../due-dates.ts';
import { type FrequencyUnit, type ScheduleDates, weekdays } from '../../schedule-definition.ts';

/** The first due dates of a schedule created on a day. */
function listDates(dates: ScheduleDates, count: number, createdOn = '2026-12-31'): string[] {
  const days: string[] = [];
  for (const { dueOn } of episodesFrom(dates, firstCursor(dates, createdOn))) {
    if (days.length === count) break;
    days.push(dueOn);
  }
  return days;
}

const frequency = (quantity: number, unit: FrequencyUnit, startDate?: string): ScheduleDates => ({
  startDate,
  frequency: { rate: 'FIXED', unit, quantity },
});

describe('due dates', () => {
  const vectors: [string, ScheduleDates, string][] = [
    [
      'monthly from 2027-01-31',
      frequency(1, 'MONTH', '2027-01-31'),
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30',
    ],
    [
      'every 4 weeks from 2027-03-01',
      frequency(4, 'WEEK', '2027-03-01'),
      '2027-03-01 2027-03-29 2027-04-26 2027-05-24 2027-06-21',
    ],
    [
      'yearly from 2028-02-29',
      frequency(1, 'YEAR', '2028-02-29'),
      '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
    ],
    [
      'the last day of every third month',
      { startDate: '2027-01-01', pattern: { daysOfMonth: [31], monthsOfYear: [3, 6, 9, 12] } },
      '2027-03-31 2027-06-30 2027-09-30 2027-12-31 2028-03-31',
    ],
    [
      'Mondays of the first and third week',
      { startDate: '2027-01-01', pattern: { daysOfWeek: ['MONDAY'], weeksOfMonth: [1, 3] } },
      '2027-01-04 2027-01-18 2027-02-01 2027-02-15 2027-03-01 2027-03-15',
    ],
    [
      'Friday the 13th',
      { startDate: '2027-01-01', pattern: { daysOfWeek: ['FRIDAY'], daysOfMonth: [13] } },
      '2027-08-13 2028-10-13 2029-04-13 2029-07-13',
    ],
    [
      'the 30th and 31st from 2027-02-01',
      { startDate: '2027-02-01', pattern: { daysOfMonth: [30, 31] } },
      '2027-02-28 2027-03-30 2027-03-31 2027-04-30',
    ],
    ['fixed dates', { fixed: { dates: ['2027-03-01', '2027-04-15'] } }, '2027-03-01 2027-04-15'],
  ];
  test.each(vectors)('%s', (_name, dates, expected) => {
    const expectedDays = expected.split(' ');
    expect(listDates(dates, expectedDays.length)).toEqual(expectedDays);
  });

  test('only RELATIVE counts on from the day of a late success', () => {
    for (const [rate, july, august] of [
      ['RELATIVE', '2027-07-07', '2027-08-07'],
      ['FIXED', '2027-07-01', '2027-08-01'],
    ] as const) {
      const dates: ScheduleDates = {
        startDate: '2027-03-01',
        frequency: { rate, unit: 'MONTH', quantity: 1 },
      };
      const june = { index: 4, dueOn: '2027-06-01' };
      const before = firstCursor(dates, '2026-12-31');
      const cursor = { ...afterSuccess(dates, before, june, '2027-06-07'), index: 5 };
      const [nextEpisode, afterNext] = episodesFrom(dates, cursor);
      expect([nextEpisode?.dueOn, afterNext?.dueOn]).toEqual([july, august]);
    }
  });
});

test('keeps the anchor of RELATIVE when the charge succeeds on its day', () => {
  const dates: ScheduleDates = {
    startDate: '2027-01-31',
    frequency: { rate: 'RELATIVE', unit: 'MONTH', quantity: 1 },
  };
  const cursor = firstCursor(dates, '2026-12-31');
  expect(afterSuccess(dates, cursor, { index: 2, dueOn: '2027-02-28' }, '2027-02-28')).toBe(cursor);
});

test('begins a period after the payment without a start date', () => {
  expect(listDates(frequency(1, 'MONTH'), 2, '2027-01-31')).toEqual(['2027-02-28', '2027-03-31']);
  expect(listDates({ pattern: { daysOfWeek: ['FRIDAY'] } }, 1, '2026-11-20')).toEqual(['2026-11-27']);
});

test('ends on its last day, after its number of episodes, or never', () => {
  const monthly = frequency(1, 'MONTH', '2027-01-31');
  expect(listDates({ ...monthly, terminator: { episodeLimit: 2 } }, 9)).toHaveLength(2);
  expect(listDates({ ...monthly, terminator: { endOn: '2027-03-30' } }, 9)).toHaveLength(2);
  expect(listDates({ ...monthly, terminator: { endOn: '2027-03-31' } }, 9)).toHaveLength(3);
  expect(countRemaining(monthly, firstCursor(monthly, '2026-12-31'))).toBeNull();
  const limited = { ...monthly, terminator: { episodeLimit: 12 } };
  expect(countRemaining(limited, firstCursor(limited, '2026-12-31'))).toBe(12);
});

test('ends at once for a pattern without a matching day', () => {
  const neverDue: ScheduleDates = {
    startDate: '2027-01-01',
    pattern: { daysOfWeek: ['MONDAY'], weeksOfMonth: [1], daysOfMonth: [31] },
  };
  expect(listDates(neverDue, 1)).toEqual([]);
});

const day = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days));
const units = fc.constantFrom<FrequencyUnit>('DAY', 'WEEK', 'MONTH', 'YEAR');

test('keeps the day of the anchor except in short months', () => {
  fc.assert(
    fc.property(day, units, fc.integer({ min: 1, max: 30 }), (start, unit, quantity) => {
      const days = listDates(frequency(quantity, unit, start), 30);
      expect(days[0]).toBe(start);
      for (const [index, day] of days.entries()) {
        if (index > 0) expect(day > (days[index - 1] ?? '')).toBe(true);
        const months = unit === 'MONTH' || unit === 'YEAR';
        if (!months) {
          expect(daysBetween(start, day)).toBe(index * quantity * (unit === 'WEEK' ? 7 : 1));
          continue;
        }
        const isLast = addDays(day, 1).endsWith('-01');
        expect(day.slice(8) === start.slice(8) || (isLast && day.slice(8) < start.slice(8))).toBe(true);
      }
    }),
  );
});

const subsetOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const pattern = fc.record(
  {
    daysOfWeek: subsetOf(weekdays),
    weeksOfMonth: subsetOf([1, 2, 3, 4]),
    daysOfMonth: subsetOf(Array.from({ length: 31 }, (_, index) => index + 1)),
    monthsOfYear: subsetOf(Array.from({ length: 12 }, (_, index) => index + 1)),
  },
  { requiredKeys: ['daysOfWeek'] },
);

test('matches the same days as a check of every day', () => {
  fc.assert(
    fc.property(day, pattern, (start, generatedPattern) => {
      const expected: string[] = [];
      for (let offset = 0; offset < 400; offset += 1) {
        const candidate = addDays(start, offset);
        const number = Number(candidate.slice(8));
        const last = Number(
          addDays(`${addDays(`${candidate.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1).slice(8),
        );
        const monthDays = generatedPattern.daysOfMonth?.map((dayOfMonth) => Math.min(dayOfMonth, last));
        const matches =
          generatedPattern.daysOfWeek.includes(weekdays[weekdayOf(candidate)] ?? 'MONDAY') &&
          (generatedPattern.weeksOfMonth?.some((week) => number > 7 * week - 7 && number <= 7 * week) ??
            true) &&
          (monthDays?.includes(number) ?? true) &&
          (generatedPattern.monthsOfYear?.includes(Number(candidate.slice(5, 7))) ?? true);
        if (matches) expected.push(candidate);
      }
      const actual = listDates({ startDate: start, pattern: generatedPattern }, expected.length);
      expect(actual).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
