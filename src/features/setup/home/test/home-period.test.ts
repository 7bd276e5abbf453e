import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/calendar-day.ts';
import { startOfDayIn, zonedDate } from '#shared/zoned-day.ts';
import { buildPeriod, daysOfPeriod, maxPeriodDays, readHomeSearch, writePeriod } from '../home-period.ts';

const today = '2026-11-20';
const now = new Date('2026-11-20T10:20:00Z');
const zones = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles', 'Australia/Lord_Howe'];

describe('daysOfPeriod', () => {
  test.each([
    [undefined, today, today],
    ['TODAY', today, today],
    ['YESTERDAY', '2026-11-19', '2026-11-19'],
    ['WITHIN_1_WEEK', '2026-11-14', today],
    ['WITHIN_90_DAYS', '2026-08-23', today],
    ['2026-11-01,2026-11-03', '2026-11-01', '2026-11-03'],
    // None in the future, and the last 92 of more.
    ['2026-11-18,2026-11-25', '2026-11-18', today],
    ['2026-12-01,2026-12-25', today, today],
    ['2025-01-01,2026-11-10', '2026-08-11', '2026-11-10'],
  ])('%s is %s to %s', (period, from, to) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to });
  });
});

test('writes a range that means a preset as the preset', () => {
  expect(writePeriod({ from: '2026-11-14', to: today }, today)).toBe('WITHIN_1_WEEK');
  expect(writePeriod({ from: '2026-11-13', to: today }, today)).toBe('2026-11-13,2026-11-20');
});

test('drops what it does not know, and reads its own result back', () => {
  expect(readHomeSearch({ period: 'EVER', money: 'gbp', by: 'colour', unit: 'minute' })).toEqual({});
  const search = { period: '2026-11-01,2026-11-03', money: 'GBP', by: 'brand', unit: 'hour' };
  expect(readHomeSearch(search)).toEqual(search);
});

describe('buildPeriod', () => {
  test('compares the hours of today with the same hours of yesterday', () => {
    const period = buildPeriod({ from: today, to: today }, { now, timeZone: 'UTC' });
    expect(period.unit).toBe('hour');
    expect(period.starts).toHaveLength(12);
    expect([period.starts[0], period.starts.at(-1)]).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
    ]);
    expect(period.before).toEqual(['2026-11-19T00:00:00.000Z', '2026-11-19T11:00:00.000Z']);
  });

  test('compares whole days once the period has ended', () => {
    const period = buildPeriod({ from: '2026-11-01', to: '2026-11-07' }, { now, timeZone: 'UTC' });
    expect(period.unit).toBe('day');
    expect(period.before).toEqual(['2026-10-25T00:00:00.000Z', '2026-11-01T00:00:00.000Z']);
  });

  test('is by the hour on request, for a week at most', () => {
    const unitOf = (from: string) =>
      buildPeriod({ from, to: today }, { now, timeZone: 'UTC', byHour: true }).unit;
    expect([unitOf('2026-11-14'), unitOf('2026-11-13')]).toEqual(['hour', 'day']);
  });

  test.each(zones)('fits the request of the server in %s', (timeZone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 1, max: maxPeriodDays }),
        fc.integer({ min: 0, max: 24 * 60 - 1 }),
        fc.boolean(),
        (day, length, minute, byHour) => {
          const last = addDays('2026-01-01', day);
          const at = new Date(startOfDayIn(last, timeZone).getTime() + minute * 60_000);
          const to = zonedDate(at, timeZone);
          const from = addDays(to, 1 - length);
          const { starts, before, unit } = buildPeriod({ from, to }, { now: at, timeZone, byHour });
          expect(starts.length).toBeLessThanOrEqual(170);
          expect(starts).toEqual([...new Set(starts)].toSorted());
          expect(starts[0]).toBe(startOfDayIn(from, timeZone).toISOString());
          expect(Date.parse(starts.at(-1) ?? '')).toBeGreaterThan(at.getTime());
          if (unit === 'day') expect(starts).toHaveLength(daysBetween(from, to) + 2);
          expect(before[0] < before[1] && before[1] <= (starts[0] ?? '')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
