import { expect, test } from 'vitest';
import { isDeepEqual, rebaseValues } from '../form/use-form.ts';

test('compares forms by content', () => {
  expect(isDeepEqual({ a: [1, { b: 2 }], c: undefined }, { a: [1, { b: 2 }] })).toBe(true);
  expect(isDeepEqual({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(isDeepEqual({ value: Number.NaN }, { value: Number.NaN })).toBe(true);
});

test('compares the entries of maps and sets', () => {
  expect(isDeepEqual(new Map([['a', [1]]]), new Map([['a', [1]]]))).toBe(true);
  expect(isDeepEqual(new Map([['a', [1]]]), new Map([['a', [2]]]))).toBe(false);
  expect(isDeepEqual(new Set([1]), new Set([1, 2]))).toBe(false);
});

test('a reload replaces the fields that were sent, as they are stored', () => {
  const sent = { name: ' Shop ', secret: 'typed' };
  expect(rebaseValues(sent, sent, { name: 'Shop', secret: '' })).toEqual({ name: 'Shop', secret: '' });
});

test('a reload keeps the fields that were changed since they were sent', () => {
  const sent = { name: 'Shop', currencies: ['GBP'] };
  const typed = { name: 'Shop', currencies: ['GBP', 'EUR'] };
  expect(rebaseValues(typed, sent, { name: 'Shop', currencies: ['GBP'] })).toEqual(typed);
});
