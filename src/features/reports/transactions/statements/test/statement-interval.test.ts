import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, daysOfPreset, dayPresets } from '#shared/calendar-day.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { toInterval, readDays, readLegacyDay, writeDays } from '../statement-interval.ts';

const today = '2026-11-21';
const zones = ['Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles', 'UTC'];

describe('the days of a statement', () => {
  test.each([
    ['2026-11-21', '2026-11-21', '2026-11-21'],
    ['2026-11-01,2026-11-21', '2026-11-01', '2026-11-21'],
    ['2000-01-01,2000-01-01', '2000-01-01', '2000-01-01'],
    ['2024-02-29', '2024-02-29', '2024-02-29'],
  ])('%s', (text, from, to) => {
    expect(readDays(text, today)).toEqual({ from, to });
  });
  test.each([
    ['nothing', undefined],
    ['empty', ''],
    ['tomorrow', '2026-11-22'],
    ['an end in the future', '2026-11-01,2026-11-22'],
    ['before the minimum', '1999-12-31'],
    ['a start before the minimum', '1999-12-31,2026-11-21'],
    ['the wrong way round', '2026-11-21,2026-11-01'],
    ['no real day', '2026-02-29'],
    ['another form', '21/11/2026'],
    ['three days', '2026-11-01,2026-11-02,2026-11-03'],
    ['half of it bad', '2026-11-01,x'],
  ])('rejects %s', (_why, text) => {
    expect(readDays(text, today)).toBeUndefined();
  });

  test.each([
    ['2026-11-02', 'UTC', '2026-11-02'],
    ['02/11/2026', 'UTC', '2026-11-02'],
    [String(Date.UTC(2026, 10, 2, 12)), 'UTC', '2026-11-02'],
    ['2026-11-02T12:00:00+00:00', 'Pacific/Auckland', '2026-11-03'],
    ['2026-11-02T05:00:00Z', 'America/Los_Angeles', '2026-11-01'],
  ])('reads one day from the legacy parameter: %s in %s', (text, zone, day) => {
    expect(readLegacyDay(text, today, zone)).toEqual({ from: day, to: day });
  });
  test.each([['x'], ['31/02/2026'], ['2026-11-22'], ['1999-12-31'], ['2026-11-01,2026-11-02']])(
    'ignores an invalid legacy parameter: %s',
    (text) => {
      expect(readLegacyDay(text, today, 'UTC')).toBeUndefined();
    },
  );

  test('reads back every preset of any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 800, max: 20_000 }), fc.constantFrom(...dayPresets), (day, preset) => {
        const now = addDays('2000-01-01', day);
        const days = daysOfPreset(preset, now);
        expect(readDays(writeDays(days), now)).toEqual(days);
      }),
    );
  });
});

describe('the interval of days in a zone', () => {
  test.each([
    // The clocks go forward: 23 hours.
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
    // The clocks go back: 25 hours.
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
    // No clock change here.
    ['Asia/Kolkata', '2026-11-01', '2026-10-31T18:30:00.000Z', '2026-11-01T18:29:59.999Z'],
    ['UTC', '2026-03-08', '2026-03-08T00:00:00.000Z', '2026-03-08T23:59:59.999Z'],
  ])('%s on %s', (zone, day, from, to) => {
    const interval = toInterval({ from: day, to: day }, zone);
    expect([interval.from.toISOString(), interval.to.toISOString()]).toEqual([from, to]);
  });
  test('starts at 1 Jan 2000 UTC or later in every zone', () => {
    const { from } = toInterval({ from: '2000-01-01', to: '2000-01-01' }, 'Pacific/Auckland');
    expect(from.toISOString()).toBe('2000-01-01T00:00:00.000Z');
  });
  test('has no gap and no overlap between days in any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 11_000 }),
        fc.constantFrom(...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Santiago'),
        (number, zone) => {
          const day = addDays('2000-01-02', number);
          const next = addDays(day, 1);
          const first = toInterval({ from: day, to: day }, zone);
          const second = toInterval({ from: next, to: next }, zone);
          expect(second.from.getTime() - first.to.getTime()).toBe(1);
          expect(toInterval({ from: day, to: next }, zone)).toEqual({ from: first.from, to: second.to });
          // Samoa skipped one calendar day; these zones skip none.
          expect(zonedDate(first.from, zone)).toBe(day);
          expect(zonedDate(first.to, zone)).toBe(day);
        },
      ),
      { numRuns: 400 },
    );
  });
  test('counts calendar days, not hours', () => {
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(30);
  });
});
