import { expect, test } from 'vitest';
import { addAmounts } from '../sum-amounts.ts';

test.each([
  ['GBP', ['0.10', '0.20', '402.05'], '402.35'],
  ['JPY', ['500', '1'], '501'],
  ['KWD', ['1.005', '0.995'], '2.000'],
  ['GBP', [], '0.00'],
])('adds amounts of %s without floats', (currency, amounts, sum) => {
  expect(addAmounts(amounts, currency)).toBe(sum);
});
