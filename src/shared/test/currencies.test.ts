import currencyCodes from 'currency-codes';
import { expect, test } from 'vitest';
import { currencies, currencyDigits, isChargeable } from '../currencies.ts';

const notMoney = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

test('has the chargeable currencies of ISO 4217 and their minor units', () => {
  // The package is older: Curaçao and Sint Maarten have a new currency since 2025, Bulgaria has the euro since 2026.
  const ended = ['ANG', 'BGN', 'CUC'];
  const listed = currencyCodes.codes().filter((code) => !notMoney.has(code) && !ended.includes(code));
  expect(currencies()).toEqual([...listed, 'XCG'].sort());
  expect([...listed, ...ended].map(currencyDigits)).toEqual(
    [...listed, ...ended].map((code) => currencyCodes.code(code)?.digits),
  );
  expect(currencyDigits('XCG')).toBe(2);
  expect([...ended, 'XCG', 'EUR', 'XXX'].map(isChargeable)).toEqual([false, false, false, true, true, false]);
  expect([...notMoney, 'GBp', '', 'constructor'].map(currencyDigits).filter(Boolean)).toEqual([]);
});
