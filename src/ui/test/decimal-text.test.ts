import { expect, test } from 'vitest';
import { cleanDecimalText, completeDecimalText } from '#ui/form/decimal-text.ts';
import { groupDecimal } from '#ui/layout/money-text.tsx';

test.each([
  ['12', 2, '12'],
  ['12.345', 2, '12.34'],
  ['1,234.50', 2, '1234.50'],
  ['1.234,50', 2, '1234.50'],
  ['1 234', 0, '1234'],
  ['12.', 2, '12.'],
  ['12.5', 0, undefined],
  ['-5', 2, undefined],
  ['1e5', 2, undefined],
])('%s with %i digits is taken as %s', (typed, digits, text) => {
  expect(cleanDecimalText(typed, digits)).toBe(text);
});

test.each([
  ['5', 2, '5.00'],
  ['.5', 2, '0.50'],
  ['007', 2, '7.00'],
  ['1200', 0, '1200'],
  ['1.5', 3, '1.500'],
  ['', 2, ''],
])('%s with %i digits is completed to %s', (text, digits, whole) => {
  expect(completeDecimalText(text, digits)).toBe(whole);
});

test('grouping keeps every digit of an amount that no float could hold', () => {
  expect(groupDecimal('1234567890123456789.01', 'en')).toBe('1,234,567,890,123,456,789.01');
  expect(groupDecimal('-0.5', 'de')).toBe('-0,5');
  expect(groupDecimal('n/a', 'en')).toBe('n/a');
});
