import { describe, expect, test } from 'vitest';
import { checkSchedule } from '../../check-schedule.ts';
import { scheduleBody } from '../../schedule-body.ts';

const terms = { currency: 'GBP', defaultMinor: 2500, today: '2026-11-20' };
const check = (body: object) => checkSchedule(scheduleBody.parse(body), terms);
const monthly = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };

describe('rejects', () => {
  test.each([
    ['no type', { startDate: '2026-12-01' }, 'V100'],
    ['two types', { ...monthly, fixed: ['2026-12-01'] }, 'V100'],
    ['a fixed date of today', { fixed: ['2026-11-20', '2026-12-01'] }, 'V100'],
    ['an impossible day', { fixed: ['2026-02-30'] }, 'V100'],
    ['a start after the first fixed date', { startDate: '2026-12-02', fixed: ['2026-12-01'] }, 'V100'],
    ['a start of today', { ...monthly, startDate: '2026-11-20' }, 'V100'],
    ['an end of today', { ...monthly, terminator: { endOn: '2026-11-20' } }, 'V100'],
    [
      'an end that is no later than the start',
      { ...monthly, startDate: '2026-12-01', terminator: { endOn: '2026-12-01' } },
      'V100',
    ],
    [
      'an end before the last fixed date',
      { fixed: ['2026-12-01', '2027-01-01'], terminator: { endOn: '2026-12-31' } },
      'V100',
    ],
    ['an end and a limit', { ...monthly, terminator: { endOn: '2027-12-01', episodeLimit: 3 } }, 'V100'],
    ['an end before the first episode', { ...monthly, terminator: { endOn: '2026-11-30' } }, 'V100'],
    ['weeks without days', { pattern: { weeksOfMonth: [1], daysOfMonth: [3] } }, 'V100'],
    ['months alone', { pattern: { monthsOfYear: [3] } }, 'V100'],
    ['amount and amounts', { ...monthly, amount: '1.00', amounts: ['2.00'] }, 'V100'],
    ['an amount with too many decimals', { ...monthly, amount: '1.001' }, 'V131'],
    ['a negative amount', { ...monthly, amounts: ['1.00', '-1.00'] }, 'V130'],
  ])('%s', (_name, body, code) => {
    expect(check(body)).toMatchObject({ ok: false, code });
  });
});

test.each([
  ['schedule.startDate', { ...monthly, startDate: '9999-12-31' }],
  ['schedule.startDate', { ...monthly, startDate: '2126-11-21' }],
  ['schedule.fixed.dates', { fixed: ['2026-12-01', '9999-12-31'] }],
  ['schedule.fixed.dates', { fixed: { dates: ['9999-12-31'] } }],
  ['schedule.terminator.endOn', { ...monthly, terminator: { endOn: '9999-12-31' } }],
])('rejects %s more than 100 years ahead', (field, body) => {
  expect(check(body)).toEqual({ ok: false, code: 'V100', field });
});

test('accepts a date 100 years ahead', () => {
  expect(check({ fixed: ['2126-11-20'] })).toMatchObject({ ok: true });
});

test('sorts fixed dates and drops duplicates', () => {
  const checked = check({ fixed: ['2027-02-01', '2026-12-01', '2027-02-01'] });
  expect(checked).toEqual(check({ fixed: { dates: ['2026-12-01', '2027-02-01'] } }));
  expect(checked).toMatchObject({ value: { fixed: { dates: ['2026-12-01', '2027-02-01'] } } });
});

test("defaults to the transaction's amount unless that is zero", () => {
  expect(check(monthly)).toMatchObject({ ok: true, value: { amountsMinor: [2500] } });
  const freeTerms = { ...terms, defaultMinor: 0 };
  expect(checkSchedule(scheduleBody.parse(monthly), freeTerms)).toMatchObject({ ok: false, code: 'V129' });
});

test('accepts empty arrays for absent values and numbers for amounts', () => {
  const body = {
    ...monthly,
    fixed: [],
    pattern: null,
    startDate: '',
    amounts: [10, '12.00'],
    terminator: [],
  };
  expect(check(body)).toMatchObject({ ok: true, value: { amountsMinor: [1000, 1200] } });
});

test.each([
  [{ amount: '0' }, 'V100', 'schedule.amount'],
  [{ amount: '' }, 'V129', 'schedule.amount'],
  [{ amounts: ['1.00', '0.001'] }, 'V131', 'schedule.amounts.1'],
  [{ amount: '1.00', amounts: ['1.00'] }, 'V100', 'schedule.amount'],
])('names the amount that is wrong: %j', (amounts, code, field) => {
  expect(check({ ...monthly, ...amounts })).toMatchObject({ ok: false, code, field });
});

test('rejects a malformed schedule', () => {
  for (const body of [
    // Without an end or an amount of its own, a schedule charges more.
    { ...monthly, terminator: { endOn: '' } },
    { ...monthly, terminator: { endOn: null } },
    { ...monthly, terminator: { episodeLimit: '' } },
    { ...monthly, terminator: { episodeLimit: null } },
    { ...monthly, terminator: null },
    { ...monthly, terminator: '' },
    { ...monthly, amount: null },
    { ...monthly, amounts: null },
    { ...monthly, amounts: [] },
    { frequency: { unit: 'MONTH', quantity: true } },
    { pattern: { daysOfMonth: [0] } },
    { pattern: { daysOfMonth: [32] } },
    { pattern: { daysOfWeek: ['MONDAY'], weeksOfMonth: [5] } },
    { frequency: { unit: 'HOUR', quantity: 1 } },
    { frequency: { unit: 'DAY', quantity: 0 } },
    { ...monthly, retry: { unit: 'YEAR', quantity: 1 } },
  ]) {
    expect(scheduleBody.safeParse(body).success, JSON.stringify(body)).toBe(false);
  }
});
