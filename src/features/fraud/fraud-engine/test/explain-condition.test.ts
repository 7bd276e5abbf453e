import { expect, test } from 'vitest';
import { minuteOfDay } from '../facts.ts';
import type { Condition } from '#features/fraud/fraud-rules/rule.ts';
import { explainCondition } from '../explain-condition.ts';
import type { LookupResult } from '../lookups.ts';

const now = Date.parse('2026-11-22T10:30:15Z');

function explain(
  condition: Condition,
  values: Record<string, string | number | null>,
  result?: LookupResult,
) {
  return explainCondition(condition, {})({ now, values }, () => result);
}

const custom = (dataType: 'date' | 'decimal', operator: string, value = ''): Condition => ({
  type: 'customField',
  customField: { descriptiveName: 'a field', dataType, index: 1 },
  operator,
  value,
});

test('the compared value is the field as it was stored', () => {
  const condition = {
    type: 'simple',
    field: 'customerName',
    operator: 'equalToIgnoreCase',
    value: 'ADA',
  } as const;
  expect(explain(condition, { customerName: 'Ada' })).toEqual({
    isTrue: true,
    isMissing: false,
    actual: 'Ada',
  });
  expect(explain(condition, {})).toEqual({ isTrue: false, isMissing: true, actual: null });
});

test('a condition on presence has no missing value', () => {
  const condition = { type: 'simple', field: 'shippingCity', operator: 'isNull', value: '' } as const;
  expect(explain(condition, {})).toEqual({ isTrue: true, isMissing: false, actual: null });
  expect(explain(condition, { shippingCity: 'Leeds' })).toMatchObject({ isTrue: false, actual: 'Leeds' });
});

test('two fields are shown in the form in which they are compared', () => {
  const pair = {
    type: 'geolocation',
    locationType1: 'ipCity',
    operator: 'equalTo',
    locationType2: 'transactionIpCity',
  } as const;
  expect(explain(pair, { ipCity: 'Leeds' })).toMatchObject({ isTrue: true, actual: 'leeds|leeds' });
  expect(explain(pair, {})).toMatchObject({ isTrue: false, isMissing: true });
});

test('an age is counted in its unit, and missing for a day in the future', () => {
  const age = { type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' } as const;
  const future = explain(age, { customerDateOfBirth: '2030-01-01' });
  expect(explain(age, { customerDateOfBirth: '2010-11-22' })).toMatchObject({ isTrue: true, actual: 16 });
  expect(future).toEqual({ isTrue: false, isMissing: true, actual: null });
});

test('a day that cannot be read is a value that no comparison matches', () => {
  const values = { custom_date_1: 'yesterday' };
  expect(explain(custom('date', 'notEqualTo', '2026-01-01'), values)).toEqual({
    isTrue: false,
    isMissing: false,
    actual: 'yesterday',
  });
  expect(explain(custom('date', 'isNotNull'), values).isTrue).toBe(true);
});

test('a decimal that cannot be read is missing in a comparison', () => {
  const values = { custom_decimal_1: '1.00001' };
  const compared = explain(custom('decimal', 'notEqualTo', '1'), values);
  expect(compared).toEqual({ isTrue: false, isMissing: true, actual: null });
  expect(explain(custom('decimal', 'isNotNull'), values).isTrue).toBe(true);
});

test('a lookup without a result is missing for both operators of a list', () => {
  const onList = (operator: 'isIn' | 'isNotIn') =>
    ({ type: 'list', field: 'cardBin', operator, listId: 1 }) as const;
  for (const operator of ['isIn', 'isNotIn'] as const)
    expect(explain(onList(operator), {}, undefined)).toMatchObject({ isTrue: false, isMissing: true });
  expect(explain(onList('isNotIn'), {}, false)).toEqual({ isTrue: true, isMissing: false, actual: false });
});

test.each([
  ['transactionAmount', 'notEqualTo', 'ten'],
  ['transactionAmount', 'notBetween', '10|ten'],
  ['transactionTime', 'timeNotBetween', '09:00'],
])('a limit of %s that cannot be read matches nothing: %s %s', (field, operator, value) => {
  const condition = { type: 'simple', field, operator, value } as const;
  expect(explain(condition, { transactionAmount: 5, transactionTime: now }).isTrue).toBe(false);
});

test('a limit of a decimal that cannot be read matches nothing', () => {
  const values = { custom_decimal_1: '5' };
  expect(explain(custom('decimal', 'notEqualTo', 'ten'), values).isTrue).toBe(false);
  expect(explain(custom('decimal', 'greaterThan', 'ten'), values).isTrue).toBe(false);
});

test.each([
  ['1950-01-01T10:30:30Z', 630],
  ['1969-12-31T23:59:59Z', 1439],
  ['2026-11-22T00:00:00Z', 0],
])('the minute of the day of %s is %d', (time, minute) => {
  expect(minuteOfDay(Date.parse(time))).toBe(minute);
});
