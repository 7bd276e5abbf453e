import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfZonedDay, zonedDate, endOfDayIn } from '../zoned-day.ts';

describe('the start of a day', () => {
  test.each([
    // [zone, a moment, days, the day's first instant]
    ['UTC', '2026-11-21T15:30:00Z', 0, '2026-11-21T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T18:29:59Z', 0, '2026-11-20T18:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T18:30:00Z', 0, '2026-11-21T18:30:00.000Z'],
    // New Zealand springs forward on 27 September 2026 and falls back on 5 April 2026.
    ['Pacific/Auckland', '2026-09-27T11:00:00Z', 0, '2026-09-27T11:00:00.000Z'],
    ['Pacific/Auckland', '2026-09-27T10:59:00Z', 0, '2026-09-26T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05T12:00:00Z', 0, '2026-04-05T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05T11:59:00Z', 0, '2026-04-04T11:00:00.000Z'],
    // Los Angeles: 8 March and 1 November 2026.
    ['America/Los_Angeles', '2026-03-09T06:59:00Z', 0, '2026-03-08T08:00:00.000Z'],
    ['America/Los_Angeles', '2026-03-09T07:00:00Z', 0, '2026-03-09T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-02T07:59:00Z', 0, '2026-11-01T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-02T08:00:00Z', -1, '2026-11-01T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-21T12:00:00Z', -29, '2026-10-23T07:00:00.000Z'],
    // The clock skips midnight: the day starts at one.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 0, '2026-04-23T22:00:00.000Z'],
    // A skipped day: Samoa had no 30 December 2011.
    ['Pacific/Apia', '2011-12-31T12:00:00Z', 0, '2011-12-31T10:00:00.000Z'],
  ])('%s, the day of %s moved by %i', (zone, index, days, expected) => {
    expect(startOfZonedDay(new Date(index), days, zone).toISOString()).toBe(expected);
  });

  test('is the first instant with the date in any zone', () => {
    const zones = ['Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles', 'Europe/London', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2000-01-02'), max: new Date('2038-01-01'), noInvalidDate: true }),
        (zone, instant) => {
          const start = startOfZonedDay(instant, 0, zone);
          expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(zonedDate(start, zone)).toBe(zonedDate(instant, zone));
          expect(zonedDate(new Date(start.getTime() - 1), zone)).not.toBe(zonedDate(instant, zone));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('a day ends a millisecond before the next one, also when the clock changes', () => {
  expect(endOfDayIn('2026-03-29', 'Europe/London').toISOString()).toBe('2026-03-29T22:59:59.999Z');
  expect(endOfDayIn('2026-01-31', 'Pacific/Auckland').toISOString()).toBe('2026-01-31T10:59:59.999Z');
});
