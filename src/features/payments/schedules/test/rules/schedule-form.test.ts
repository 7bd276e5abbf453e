import { describe, expect, test } from 'vitest';
import { checkSchedule } from '../../check-schedule.ts';
import { scheduleBody } from '../../schedule-body.ts';
import {
  type ScheduleForm,
  type ScheduleFormErrors,
  emptySchedule,
  withEnabled,
  scheduleErrors,
  toSchedule,
  withType,
  wrongAmountAt,
  wrongDateAt,
} from '../../schedule-form.ts';

const today = '2026-11-20';
const form = (fields: Partial<ScheduleForm>): ScheduleForm => ({ ...withEnabled(true), ...fields });
const fixed = (...dates: string[]) => form({ type: 'fixed', dates });
const pattern = (fields: Partial<ScheduleForm>) => form({ type: 'pattern', ...fields });

const cases: [string, ScheduleForm, ScheduleFormErrors][] = [
  ['every month', form({}), {}],
  ['an interval of zero', form({ quantity: '0' }), { quantity: 'not_a_number' }],
  ['an interval above the maximum', form({ quantity: '1000' }), { quantity: 'not_a_number' }],
  ['half an interval', form({ quantity: '1.5' }), { quantity: 'not_a_number' }],
  ['fixed dates', fixed('21/11/2026', '', '01/02/2027'), {}],
  ['no fixed date', fixed(''), { dates: 'no_date' }],
  ['an impossible fixed date', fixed('21/11/2026', '31/02/2027'), { dates: 'no_date' }],
  ['a first fixed date of today', fixed('01/02/2027', '20/11/2026'), { dates: 'not_future' }],
  ['a start of tomorrow', form({ startDate: '21/11/2026' }), {}],
  ['a start of today', form({ startDate: '20/11/2026' }), { startDate: 'not_future' }],
  ['a start in another format', form({ startDate: '2026-12-01' }), { startDate: 'no_date' }],
  ['a start on the first fixed date', { ...fixed('01/12/2026'), startDate: '01/12/2026' }, {}],
  [
    'a start after the first fixed date',
    { ...fixed('01/12/2026'), startDate: '02/12/2026' },
    { startDate: 'start_after_first' },
  ],
  ['an end', form({ ending: 'endOn', endOn: '01/02/2027' }), {}],
  ['a missing end', form({ ending: 'endOn' }), { endOn: 'no_date' }],
  ['a start that means never', form({ startDate: '31/12/9999' }), { startDate: 'too_late' }],
  ['an end that means never', form({ ending: 'endOn', endOn: '31/12/9999' }), { endOn: 'too_late' }],
  ['a fixed date that means never', fixed('31/12/9999'), { dates: 'too_late' }],
  ['an end of today', form({ ending: 'endOn', endOn: '20/11/2026' }), { endOn: 'not_future' }],
  [
    'an end on the start',
    form({ startDate: '01/12/2026', ending: 'endOn', endOn: '01/12/2026' }),
    { endOn: 'not_after_start' },
  ],
  ['an end on the last fixed date', { ...fixed('01/12/2026'), ending: 'endOn', endOn: '01/12/2026' }, {}],
  [
    'an end before the last fixed date',
    { ...fixed('01/12/2026', '01/01/2027'), ending: 'endOn', endOn: '31/12/2026' },
    { endOn: 'before_last' },
  ],
  ['a number of episodes', form({ ending: 'episodeLimit', episodeLimit: '12' }), {}],
  ['no number of episodes', form({ ending: 'episodeLimit' }), { episodeLimit: 'not_a_number' }],
  ['days of the month', pattern({ daysOfMonth: '1, 15;31' }), {}],
  ['a day of the month beyond 31', pattern({ daysOfMonth: '1, 32' }), { daysOfMonth: 'days_of_month' }],
  ['a day of the month of 0', pattern({ daysOfMonth: '0' }), { daysOfMonth: 'days_of_month' }],
  ['words for days', pattern({ daysOfMonth: 'last' }), { daysOfMonth: 'days_of_month' }],
  ['days of the week', pattern({ daysOfWeek: ['MONDAY'], weeksOfMonth: [1, 4] }), {}],
  ['no day at all', pattern({ monthsOfYear: [3] }), { daysOfWeek: 'no_day' }],
  [
    'weeks without a day of the week',
    pattern({ weeksOfMonth: [1], daysOfMonth: '3' }),
    { daysOfWeek: 'no_day' },
  ],
  ['amounts', form({ amounts: ['10.00', '12.00'] }), {}],
  ['one missing amount', form({ amounts: ['10.00', ''] }), { amounts: 'amount' }],
  ['an amount of zero', form({ amounts: ['0.00'] }), { amounts: 'amount' }],
  ['a retry', form({ hasRetry: true, retryQuantity: '99', retryUnit: 'HOUR' }), {}],
  [
    'a retry without an interval',
    form({ hasRetry: true, retryQuantity: '' }),
    { retryQuantity: 'not_a_number' },
  ],
];

describe('a form with', () => {
  test.each(cases)('%s', (_name, typed, errors) => {
    expect(scheduleErrors(typed, today)).toEqual(errors);
  });

  const validCases = cases.filter(([, , errors]) => Object.keys(errors).length === 0);
  test.each(validCases)('%s is valid for the server too', (_name, typed) => {
    const body = scheduleBody.parse(toSchedule(typed));
    expect(checkSchedule(body, { currency: 'GBP', defaultMinor: 2500, today })).toMatchObject({ ok: true });
  });
});

test('is empty and without errors while it is switched off', () => {
  const invalidForm = { ...fixed(''), isEnabled: false };
  expect(scheduleErrors(invalidForm, today)).toEqual({});
  expect(toSchedule(invalidForm)).toBeUndefined();
  expect(withEnabled(false)).toEqual(emptySchedule);
});

test('clears only the dates when the type changes', () => {
  const typed = pattern({ daysOfMonth: '31', monthsOfYear: [2], startDate: '01/12/2026', amounts: ['5.00'] });
  const otherForm = withType({ ...typed, dates: ['01/12/2026'], quantity: '7' }, 'frequency');
  expect(otherForm).toEqual(form({ type: 'frequency', startDate: '01/12/2026', amounts: ['5.00'] }));
});

test('shows an error at the row it belongs to', () => {
  expect(wrongDateAt(['21/11/2026', '', '31/02/2027'], 'no_date')).toBe(2);
  expect(wrongDateAt(['', ''], 'no_date')).toBe(0);
  expect(wrongDateAt(['01/02/2027', 'x', '01/11/2026'], 'not_future')).toBe(2);
  expect(wrongAmountAt(['5.00', '', '0.00'])).toBe(1);
});

test('converts to the request body', () => {
  expect(toSchedule(fixed('01/02/2027', '', '01/12/2026'))).toEqual({
    fixed: { dates: ['2026-12-01', '2027-02-01'] },
  });
  expect(
    toSchedule(
      form({
        startDate: '01/12/2026',
        rate: 'RELATIVE',
        unit: 'WEEK',
        quantity: '2',
        ending: 'endOn',
        endOn: '01/12/2027',
        amounts: ['10.00', '12.00'],
        hasRetry: true,
        retryQuantity: '3',
        retryUnit: 'DAY',
        catchupAfterRetrying: true,
      }),
    ),
  ).toEqual({
    startDate: '2026-12-01',
    frequency: { rate: 'RELATIVE', unit: 'WEEK', quantity: 2 },
    terminator: { endOn: '2027-12-01' },
    amounts: ['10.00', '12.00'],
    retry: { quantity: 3, unit: 'DAY', processWhileRetrying: false, catchupAfterRetrying: true },
  });
  expect(
    toSchedule(
      pattern({
        daysOfWeek: ['FRIDAY'],
        daysOfMonth: '13',
        ending: 'episodeLimit',
        episodeLimit: '4',
        amounts: ['9.00'],
      }),
    ),
  ).toEqual({
    pattern: { daysOfWeek: ['FRIDAY'], daysOfMonth: [13] },
    terminator: { episodeLimit: 4 },
    amount: '9.00',
  });
});
