import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, currencyDigits } from '../currencies.ts';
import { formatMinor, parseAmount, wireAmount } from '../money.ts';

const currency = fc.constantFrom(...currencies());
const minor = fc.integer({ min: 1, max: 999_999_999_999 });

describe('parseAmount', () => {
  test.each([
    ['25', 'GBP', 2500],
    [25, 'GBP', 2500],
    ['4.89', 'GBP', 489],
    [4.89, 'GBP', 489],
    ['25.00', 'GBP', 2500],
    ['1000.0', 'JPY', 1000],
    [1000, 'JPY', 1000],
    ['0.001', 'KWD', 1],
    ['1.5', 'KWD', 1500],
    ['0025.10', 'EUR', 2510],
    ['999999999999.99', 'GBP', 99_999_999_999_999],
    ['0.05', 'HUF', 5],
  ])('reads %j %s as %d minor units', (input, code, expected) => {
    expect(parseAmount(input, code)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ['1', undefined, 'V126'],
    ['1', '', 'V126'],
    ['1', 'ZZZ', 'V127'],
    ['1', 'gbp', 'V127'],
    ['1', 'XAU', 'V127'],
    [undefined, 'GBP', 'V129'],
    [null, 'GBP', 'V129'],
    ['', 'GBP', 'V129'],
    ['-1', 'GBP', 'V130'],
    [-1, 'GBP', 'V130'],
    [-0, 'GBP', 'V130'],
    ['1.005', 'GBP', 'V131'],
    [0.1 + 0.2, 'GBP', 'V131'],
    ['1.5', 'JPY', 'V131'],
    ['0.0001', 'KWD', 'V131'],
    ['1000000000000', 'GBP', 'V132'],
    ['999999999999.9999', 'CLF', 'V132'],
    ['0', 'GBP', 'V100'],
    ['0.00', 'GBP', 'V100'],
    [0, 'GBP', 'V100'],
    [1e21, 'GBP', 'V100'],
    ['1e21', 'GBP', 'V100'],
    [Number.NaN, 'GBP', 'V100'],
    [Number.POSITIVE_INFINITY, 'GBP', 'V100'],
    ['1,00', 'GBP', 'V100'],
    ['+1', 'GBP', 'V100'],
    ['.5', 'GBP', 'V100'],
    ['5.', 'GBP', 'V100'],
    [' 5', 'GBP', 'V100'],
    ['0x10', 'GBP', 'V100'],
    ['٣', 'GBP', 'V100'],
    [true, 'GBP', 'V100'],
    [[5], 'GBP', 'V100'],
    [{ amount: 5 }, 'GBP', 'V100'],
    ['9'.repeat(100_000), 'GBP', 'V100'],
  ])('rejects %j %s with %s', (input, code, refusal) => {
    expect(parseAmount(input, code)).toEqual({ ok: false, code: refusal });
  });

  test('reads back the results of formatMinor and wireAmount', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const expected = { ok: true, value: amount };
        expect(parseAmount(formatMinor(amount, code), code)).toEqual(expected);
        expect(parseAmount(`${wireAmount(amount, code)}`, code)).toEqual(expected);
        expect(parseAmount(JSON.parse(JSON.stringify(wireAmount(amount, code))), code)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('ignores trailing zeros', () => {
    fc.assert(
      fc.property(minor, currency, fc.integer({ min: 0, max: 10 }), (amount, code, zeros) => {
        const text = formatMinor(amount, code);
        const padded = text + (text.includes('.') ? '' : '.0') + '0'.repeat(zeros);
        expect(parseAmount(padded, code)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  test('never throws and only returns safe positive integers', () => {
    fc.assert(
      fc.property(fc.anything(), fc.oneof(currency, fc.string()), (input, code) => {
        const parsed = parseAmount(input, code);
        expect(parsed.ok ? Number.isSafeInteger(parsed.value) && parsed.value > 0 : parsed.code).toBeTruthy();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatMinor', () => {
  test.each([
    [489, 'GBP', '4.89'],
    [5, 'GBP', '0.05'],
    [-250, 'GBP', '-2.50'],
    [500, 'JPY', '500'],
    [1, 'KWD', '0.001'],
    [0, 'EUR', '0.00'],
  ])('writes %d %s as %s', (amount, code, text) => {
    expect(formatMinor(amount, code)).toBe(text);
  });

  test('rejects fractions of a minor unit', () => {
    expect(() => formatMinor(1.5, 'GBP')).toThrow(RangeError);
  });
});

describe('currencyDigits', () => {
  test.each([
    ['HUF', 2],
    ['IQD', 3],
    ['JPY', 0],
    ['CHF', 2],
    ['CLF', 4],
  ])('%s has %d digits by ISO 4217', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits);
  });
});
