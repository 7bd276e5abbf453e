import { expect, test } from 'vitest';
import { previewCharges } from '../../preview-charges.ts';
import { type ScheduleForm, withEnabled, withType } from '../../schedule-form.ts';

const today = '2027-01-15';
const form: ScheduleForm = withEnabled(true);
const preview = (fields: Partial<ScheduleForm>, currency = 'GBP') =>
  previewCharges({ ...form, ...fields }, { currency, today }, 5);
const days = (fields: Partial<ScheduleForm>) => preview(fields).map(({ dueOn }) => dueOn);

test('a frequency begins one interval after today, or on its start date', () => {
  expect(days({})).toEqual(['2027-02-15', '2027-03-15', '2027-04-15', '2027-05-15', '2027-06-15']);
  expect(days({ startDate: '31/01/2027' }).slice(0, 2)).toEqual(['2027-01-31', '2027-02-28']);
});

test('shows fewer charges when the schedule ends earlier', () => {
  expect(days({ ending: 'episodeLimit', episodeLimit: '2' })).toEqual(['2027-02-15', '2027-03-15']);
  expect(days({ ending: 'endOn', endOn: '15/03/2027' })).toEqual(['2027-02-15', '2027-03-15']);
});

test('fixed dates are in order and charged once', () => {
  const fixed = withType(form, 'fixed');
  expect(days({ ...fixed, dates: ['03/03/2027', '02/02/2027', '02/02/2027'] })).toEqual([
    '2027-02-02',
    '2027-03-03',
  ]);
});

test('a pattern names its days', () => {
  const pattern = withType(form, 'pattern');
  expect(days({ ...pattern, daysOfMonth: '30, 31' }).slice(0, 3)).toEqual([
    '2027-01-30',
    '2027-01-31',
    '2027-02-28',
  ]);
});

test('amounts are those typed, the last one repeating', () => {
  expect(preview({}).map(({ amount }) => amount)).toEqual(Array(5).fill(undefined));
  const typed = preview({ amounts: ['12.50', '10.00'] }).map(({ amount }) => amount);
  expect(typed).toEqual(['12.50', '10.00', '10.00', '10.00', '10.00']);
});

test('without a currency only the days are shown', () => {
  const [first] = preview({ amounts: ['12.50'] }, '');
  expect(first).toEqual({ dueOn: '2027-02-15', amount: undefined });
});

test('nothing is shown while the form has an error', () => {
  expect(preview({ quantity: 'x' })).toEqual([]);
  expect(preview({ startDate: '01/01/2020' })).toEqual([]);
  expect(preview({ isEnabled: false })).toEqual([]);
  expect(preview({ amounts: ['1.234'] })).toEqual([]);
});
