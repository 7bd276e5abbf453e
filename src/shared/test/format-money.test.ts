import { expect, test } from 'vitest';
import { formatMoney, formatPayerMoney, groupDecimal } from '../text/format-money.ts';

test.each([
  ['12.50', 'GBP', 'en', '12.50 GBP'],
  ['-1234.50', 'GBP', 'en', '−1,234.50 GBP'],
  ['1234.567', 'KWD', 'en', '1,234.567 KWD'],
  ['500', 'JPY', 'en', '500 JPY'],
  ['12.50', 'EUR', 'de', '12,50 EUR'],
  ['0', 'JPY', 'en', '0 JPY'],
  ['-0.00', 'GBP', 'en', '0.00 GBP'],
  ['12.50', '', 'en', '12.50'],
  ['12.50', undefined, 'en', '12.50'],
  [null, 'GBP', 'en', ''],
  [undefined, 'GBP', 'en', ''],
  ['', 'GBP', 'en', ''],
  ['99999999999999.99', 'USD', 'en', '99,999,999,999,999.99 USD'],
] as const)('%s %s in %s is %s', (amount, currency, locale, expected) => {
  expect(formatMoney(amount, currency, locale)).toBe(expected);
});

test.each([
  ['25.00', 'GBP', 'en', '£25.00'],
  ['25.00', 'GBP', 'de', '25,00\u00a0£'],
  ['500', 'JPY', 'en', '¥500'],
  ['1.001', 'KWD', 'en', 'KWD\u00a01.001'],
] as const)('a payer reads %s %s in %s as %s', (amount, currency, locale, expected) => {
  expect(formatPayerMoney(amount, currency, locale)).toBe(expected);
});

test('grouping keeps every digit of an amount that no float could hold', () => {
  expect(groupDecimal('1234567890123456789.01', 'en')).toBe('1,234,567,890,123,456,789.01');
  expect(groupDecimal('-0.5', 'de')).toBe('-0,5');
  expect(groupDecimal('n/a', 'en')).toBe('n/a');
});
