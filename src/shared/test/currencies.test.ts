import currencyCodes from 'currency-codes';
import { expect, test } from 'vitest';
import { currencies, currencyDigits } from '../currencies.ts';

const notMoney = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

test('has the chargeable currencies of ISO 4217 and their minor units', () => {
  const listed = currencyCodes.codes().filter((code) => !notMoney.has(code));
  expect(currencies()).toEqual(listed.sort());
  expect(currencies().map(currencyDigits)).toEqual(
    currencies().map((code) => currencyCodes.code(code)?.digits),
  );
  expect([...notMoney, 'GBp', '', 'constructor'].map(currencyDigits).filter(Boolean)).toEqual([]);
});
