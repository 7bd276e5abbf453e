import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayPresets, daysBetween, daysOfPreset, matchPreset, shiftRange } from '../calendar-day.ts';

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
