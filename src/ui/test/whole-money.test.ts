import { expect, test } from 'vitest';
import { formatMoney } from '#ui/layout/money-text.tsx';

test.each([
  ['12.50', 'GBP', 'en', '£12.50 (GBP)'],
  ['-1234.5', 'GBP', 'en', '-£1,234.5 (GBP)'],
  ['1234.567', 'KWD', 'en', 'KWD\u00a01,234.567 (KWD)'],
  ['500', 'JPY', 'en', '¥500 (JPY)'],
  ['12.50', 'CHF', 'en', 'CHF\u00a012.50 (CHF)'],
  ['-1.001', 'KWD', 'en', '-KWD\u00a01.001 (KWD)'],
  ['12.50', 'EUR', 'de', '€12,50 (EUR)'],
  ['0', 'JPY', 'en', '¥0.00 (JPY)'],
  ['0.00', 'GBP', 'en', '£0.00 (GBP)'],
  ['-0.00', 'GBP', 'en', '£0.00 (GBP)'],
  [null, 'GBP', 'en', '£0.00 (GBP)'],
  [undefined, '', 'en', '0.00'],
  ['99999999999999.99', 'USD', 'en', '$99,999,999,999,999.99 (USD)'],
] as const)('%s %s in %s is %s', (amount, currency, locale, expected) => {
  expect(formatMoney(amount, currency, locale)).toBe(expected);
});
