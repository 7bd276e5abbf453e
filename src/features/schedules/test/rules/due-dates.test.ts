import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, weekdayOf } from '#shared/calendar-day.ts';
import { afterSuccess, episodesFrom, firstCursor, countRemaining } from '../../definition/due-dates.ts';
import { type FrequencyUnit, type ScheduleDates, weekdays } from '../../definition/schedule-definition.ts';

/** The first due dates of a schedule created on a day. */
function datesOf(dates: ScheduleDates, count: number, madeOn = '2026-12-31'): string[] {
  const found: string[] = [];
  for (const { dueOn } of episodesFrom(dates, firstCursor(dates, madeOn))) {
    if (found.length === count) break;
    found.push(dueOn);
  }
  return found;
}

const every = (quantity: number, unit: FrequencyUnit, startDate?: string): ScheduleDates => ({
  startDate,
  frequency: { rate: 'FIXED', unit, quantity },
});

describe('due dates', () => {
  const vectors: [string, ScheduleDates, string][] = [
    [
      'monthly from 2027-01-31',
      every(1, 'MONTH', '2027-01-31'),
      '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30',
    ],
    [
      'every 4 weeks from 2027-03-01',
      every(4, 'WEEK', '2027-03-01'),
      '2027-03-01 2027-03-29 2027-04-26 2027-05-24 2027-06-21',
    ],
    [
      'yearly from 2028-02-29',
      every(1, 'YEAR', '2028-02-29'),
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
    const wanted = expected.split(' ');
    expect(datesOf(dates, wanted.length)).toEqual(wanted);
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
      const [next, afterNext] = episodesFrom(dates, cursor);
      expect([next?.dueOn, afterNext?.dueOn]).toEqual([july, august]);
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
  expect(datesOf(every(1, 'MONTH'), 2, '2027-01-31')).toEqual(['2027-02-28', '2027-03-31']);
  expect(datesOf({ pattern: { daysOfWeek: ['FRIDAY'] } }, 1, '2026-11-20')).toEqual(['2026-11-27']);
});

test('ends on its last day, after its number of episodes, or never', () => {
  const monthly = every(1, 'MONTH', '2027-01-31');
  expect(datesOf({ ...monthly, terminator: { episodeLimit: 2 } }, 9)).toHaveLength(2);
  expect(datesOf({ ...monthly, terminator: { endOn: '2027-03-30' } }, 9)).toHaveLength(2);
  expect(datesOf({ ...monthly, terminator: { endOn: '2027-03-31' } }, 9)).toHaveLength(3);
  expect(countRemaining(monthly, firstCursor(monthly, '2026-12-31'))).toBeNull();
  const limited = { ...monthly, terminator: { episodeLimit: 12 } };
  expect(countRemaining(limited, firstCursor(limited, '2026-12-31'))).toBe(12);
});

test('ends at once for a pattern without a matching day', () => {
  const never: ScheduleDates = {
    startDate: '2027-01-01',
    pattern: { daysOfWeek: ['MONDAY'], weeksOfMonth: [1], daysOfMonth: [31] },
  };
  expect(datesOf(never, 1)).toEqual([]);
});

const day = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days));
const units = fc.constantFrom<FrequencyUnit>('DAY', 'WEEK', 'MONTH', 'YEAR');

test('keeps the day of the anchor except in short months', () => {
  fc.assert(
    fc.property(day, units, fc.integer({ min: 1, max: 30 }), (start, unit, quantity) => {
      const found = datesOf(every(quantity, unit, start), 30);
      expect(found[0]).toBe(start);
      for (const [at, one] of found.entries()) {
        if (at > 0) expect(one > (found[at - 1] ?? '')).toBe(true);
        const months = unit === 'MONTH' || unit === 'YEAR';
        if (!months) {
          expect(daysBetween(start, one)).toBe(at * quantity * (unit === 'WEEK' ? 7 : 1));
          continue;
        }
        const isLast = addDays(one, 1).endsWith('-01');
        expect(one.slice(8) === start.slice(8) || (isLast && one.slice(8) < start.slice(8))).toBe(true);
      }
    }),
  );
});

const subset = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const pattern = fc.record(
  {
    daysOfWeek: subset(weekdays),
    weeksOfMonth: subset([1, 2, 3, 4]),
    daysOfMonth: subset(Array.from({ length: 31 }, (_, at) => at + 1)),
    monthsOfYear: subset(Array.from({ length: 12 }, (_, at) => at + 1)),
  },
  { requiredKeys: ['daysOfWeek'] },
);

test('matches the same days as a check of every day', () => {
  fc.assert(
    fc.property(day, pattern, (start, set) => {
      const expected: string[] = [];
      for (let at = 0; at < 400; at += 1) {
        const one = addDays(start, at);
        const number = Number(one.slice(8));
        const last = Number(addDays(`${addDays(`${one.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1).slice(8));
        const named = set.daysOfMonth?.map((wanted) => Math.min(wanted, last));
        const fits =
          set.daysOfWeek.includes(weekdays[weekdayOf(one)] ?? 'MONDAY') &&
          (set.weeksOfMonth?.some((week) => number > 7 * week - 7 && number <= 7 * week) ?? true) &&
          (named?.includes(number) ?? true) &&
          (set.monthsOfYear?.includes(Number(one.slice(5, 7))) ?? true);
        if (fits) expected.push(one);
      }
      const found = datesOf({ startDate: start, pattern: set }, expected.length);
      expect(found).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
