import { assert, constantFrom, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { formatMinor } from '../money.ts';
import { readTypedAmount, editableAmount } from '../payments/typed-amount.ts';

const languages = ['en-GB', 'de', 'es', 'fr', 'pl', 'cy'];
const currencyOf = { 0: 'JPY', 2: 'GBP', 3: 'KWD' };
const read = (text: string, digits: number, locale: string): string => {
  const found = readTypedAmount(text, digits, locale);
  return 'decimal' in found ? found.decimal : found.error;
};

const points = ['en-GB', 'cy'];
const commas = ['de', 'es', 'fr', 'pl'];

test.each([
  ['1,250.00', 2, '1250.00'],
  ['1,234', 2, '1234.00'],
  ['12,500', 2, '12500.00'],
  ['12,500', 0, '12500'],
  ['1,234', 3, '1234.000'],
  ['1.234', 3, '1.234'],
  ['1.234', 2, 'too_fine'],
  ['1.005', 2, 'too_fine'],
  ['1.234', 0, 'too_fine'],
  ['1000.5', 0, 'too_fine'],
  ['1.234,56', 2, 'unreadable'],
  ['1,23,456', 2, 'unreadable'],
  ['1,2345', 2, 'unreadable'],
  ['1234,567', 2, 'unreadable'],
  ['12,50', 2, '12.50'],
  ['12,50', 0, 'unreadable'],
  ['1.250.00', 2, 'unreadable'],
])('reads %j with %i digits as %s where the point is the decimal sign', (text, digits, expected) => {
  for (const locale of points) expect(read(text, digits, locale)).toBe(expected);
});

test.each([
  ['1250,00', 2, '1250.00'],
  ['1,005', 2, 'too_fine'],
  ['1,234', 3, '1.234'],
  ['1,234', 0, 'too_fine'],
  ['12.50', 2, '12.50'],
  ['12.5', 0, 'unreadable'],
  ['1,234.56', 2, 'unreadable'],
  ['1,250.00', 2, 'unreadable'],
])('reads %j with %i digits as %s where the comma is the decimal sign', (text, digits, expected) => {
  for (const locale of commas) expect(read(text, digits, locale)).toBe(expected);
});

test.each([
  ['de', '1.234', '1234.00'],
  ['de', '1.234,56', '1234.56'],
  ['es', '12.345,6', '12345.60'],
  ['fr', '1.234', 'unreadable'],
  ['pl', '1.234,56', 'unreadable'],
])('takes the point for a group in %s only if the language does: %j is %s', (locale, text, expected) => {
  expect(read(text, 2, locale)).toBe(expected);
});

test.each([
  ['1 250', '1250.00'],
  ['1\u00a0250', '1250.00'],
  ['1\u202f250', '1250.00'],
  ['1\u2009250\u202f000', '1250000.00'],
  ["1'250", '1250.00'],
  ['1’250’000', '1250000.00'],
  ['１２５０', '1250.00'],
  ['\u00a0 1250\t\n', '1250.00'],
  ['007', '7.00'],
  ['0', '0.00'],
  ['999999999999', '999999999999.00'],
  ['1000000000000', 'too_long'],
  ["1 250'000", 'unreadable'],
  ['12 50', 'unreadable'],
  ['1 2', 'unreadable'],
  ['-5', 'unreadable'],
  ['−5', 'unreadable'],
  ['+5', 'unreadable'],
  ['1e5', 'unreadable'],
  ['0x10', 'unreadable'],
  ['l2', 'unreadable'],
  ['£12', 'unreadable'],
  ['12 GBP', 'unreadable'],
  ['1/2', 'unreadable'],
  ['1,,250', 'unreadable'],
  ['.', 'unreadable'],
  [',', 'unreadable'],
  ["'", 'unreadable'],
  ['', ''],
  ['  ', ''],
])('reads %j as %s in every language', (text, expected) => {
  for (const locale of languages) expect(read(text, 2, locale)).toBe(expected);
});

test('reads half-typed decimals, and full-width separators', () => {
  expect([
    read('5.', 2, 'en-GB'),
    read('.5', 2, 'en-GB'),
    read('，5', 2, 'de'),
    read('１．５', 2, 'en-GB'),
  ]).toEqual(['5.00', '0.50', '0.50', '1.50']);
});

test('reads every amount back as each language writes it', () => {
  assert(
    property(
      integer({ min: 0, max: 999_999_999_999_999 }),
      constantFrom(0, 2, 3),
      constantFrom(...languages),
      (minor, digits, locale) => {
        const shortened = digits === 0 ? minor % 1_000_000_000_000 : digits === 2 ? minor % 1e14 : minor;
        const amount = formatMinor(shortened, currencyOf[digits as 0]);
        const format = new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        });
        expect(read(format.format(amount as `${number}`), digits, locale)).toBe(amount);
        expect(read(editableAmount(amount, locale), digits, locale)).toBe(amount);
      },
    ),
  );
});

test('never drops, moves or adds a digit', () => {
  const signs = constantFrom(..."0123456789012345678901234567890.,,..  \u00a0\u202f'’-+eE£０９");
  assert(
    property(
      string({ unit: signs, maxLength: 18 }),
      constantFrom(0, 2, 3),
      constantFrom(...languages),
      (text, digits, locale) => {
        const found = readTypedAmount(text, digits, locale);
        if ('error' in found || found.decimal === '') return;
        const figures = text.normalize('NFKC').replaceAll(/\D/g, '');
        const digitsOnly = found.decimal.replace('.', '');
        expect(digitsOnly.replace(/^0+/, '')).toMatch(new RegExp(`^${figures.replace(/^0+/, '')}0*$`));
        expect(found.decimal).toMatch(
          digits === 0 ? /^\d{1,12}$/ : new RegExp(`^\\d{1,12}\\.\\d{${digits}}$`),
        );
      },
    ),
    { numRuns: 2000 },
  );
});
