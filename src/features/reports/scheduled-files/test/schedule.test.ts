import { expect, test } from 'vitest';
import { type Schedule, isSchedule, nextDue, rangeOfPeriod } from '../schedule.ts';

const at = (text: string) => new Date(text);
const daily = (hour: number, timeZone: string): Schedule => ({
  frequency: 'DAILY',
  day: null,
  hour,
  timeZone,
});
const weekly = (day: number): Schedule => ({ frequency: 'WEEKLY', day, hour: 8, timeZone: 'Europe/London' });
const monthly = (day: number): Schedule => ({ frequency: 'MONTHLY', day, hour: 6, timeZone: 'UTC' });

test.each([
  [daily(8, 'Europe/London'), '2026-11-20T07:59:59Z', '2026-11-20T08:00:00Z'],
  [daily(8, 'Europe/London'), '2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z'],
  // In summer time.
  [daily(8, 'Europe/London'), '2026-07-01T08:00:00Z', '2026-07-02T07:00:00Z'],
  // 02:00 does not exist on this day: 03:00 in summer time.
  [daily(2, 'Europe/Berlin'), '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
  // 02:00 comes twice: once a day, and the first.
  [daily(2, 'Europe/Berlin'), '2026-10-24T12:00:00Z', '2026-10-25T00:00:00Z'],
  [daily(2, 'Europe/Berlin'), '2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z'],
  [daily(0, 'Pacific/Auckland'), '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'],
  // 20 November 2026 is a Friday.
  [weekly(5), '2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z'],
  [weekly(1), '2026-11-20T07:00:00Z', '2026-11-23T08:00:00Z'],
  [weekly(7), '2026-11-20T07:00:00Z', '2026-11-22T08:00:00Z'],
  [monthly(1), '2026-11-20T07:00:00Z', '2026-12-01T06:00:00Z'],
  [monthly(31), '2026-11-20T07:00:00Z', '2026-11-30T06:00:00Z'],
  [monthly(31), '2026-11-30T06:00:00Z', '2026-12-31T06:00:00Z'],
  [monthly(30), '2027-02-01T00:00:00Z', '2027-02-28T06:00:00Z'],
])('%o after %s is due at %s', (schedule, after, due) => {
  expect(nextDue(schedule, at(after))).toEqual(at(due));
});

test.each([
  ['VIEW', undefined],
  ['YESTERDAY', '2026-10-31..2026-10-31'],
  ['LAST_7_DAYS', '2026-10-25..2026-10-31'],
  ['LAST_MONTH', '2026-10-01..2026-10-31'],
] as const)('%s on 1 November in Auckland is %s', (period, range) => {
  // Still 31 October in UTC.
  expect(rangeOfPeriod(period, at('2026-10-31T12:00:00Z'), 'Pacific/Auckland')).toBe(range);
});

test.each([
  ['DAILY', null, true],
  ['DAILY', 1, false],
  ['WEEKLY', 7, true],
  ['WEEKLY', 8, false],
  ['WEEKLY', null, false],
  ['MONTHLY', 31, true],
  ['MONTHLY', null, false],
] as const)('%s on %s is a schedule: %s', (frequency, day, isOne) => {
  expect(isSchedule({ frequency, day })).toBe(isOne);
});
