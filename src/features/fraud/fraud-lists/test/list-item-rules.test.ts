import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findContradiction } from '../auto-add.ts';
import {
  cleanValue,
  findExpiryError,
  findValueError,
  hasPredefinedValues,
  isListField,
} from '../list-item-rules.ts';

const validValues: [field: string, value: string][] = [
  ['customerEmail', 'eve@example.com'],
  ['customerIpAddress', '203.0.113.7'],
  ['customerIpAddress', '2001:DB8::1'],
  ['customerTelephone', '+44 (20) 7946-0000'],
  ['customerTelephone', '+4915123456789'],
  ['billingPostcode', 'sw1a 1aa'],
  ['cardBin', '4'],
  ['cardBin', '411111'],
  ['normalisedAddress', '1 High Street, London'],
  ['custom_string_1', 'x'.repeat(32)],
  ['custom_long_string_1', 'x'.repeat(256)],
  ['custom_string_1', '=1+1'],
];
test.each(validValues)('%s takes %s', (field, value) => {
  expect(findValueError(field, value)).toBeUndefined();
});

const invalidValues: [field: string, value: string, error: string][] = [
  ['customerEmail', '   ', 'missing'],
  ['customerEmail', 'eve', 'email'],
  ['customerIpAddress', '203.0.113.256', 'ip_address'],
  ['customerTelephone', '1234567', 'telephone'],
  ['customerTelephone', '+44 20 79x6', 'telephone'],
  ['customerTelephone', '()()()()', 'telephone'],
  ['billingPostcode', 'SW1A_1AA', 'postcode'],
  ['cardBin', '4111111', 'bin'],
  ['cardBin', '41a', 'bin'],
  ['custom_string_1', 'x'.repeat(33), 'custom_string'],
  ['custom_long_string_1', 'x'.repeat(257), 'custom_long_string'],
  ['custom_string_1', 'a\u0000b', 'custom_string'],
  ['normalisedAddress', '...', 'missing'],
  ['cardCorrelationId', 'abc', 'card_only_from_transaction'],
];
test.each(invalidValues)('%s rejects %j', (field, value, error) => {
  expect(findValueError(field, value)).toBe(error);
});

test('values of a set must be in it', () => {
  const choices = new Set(['GBR']);
  expect(findValueError('ipCountryCode', 'GBR', { choices })).toBeUndefined();
  expect(findValueError('ipCountryCode', 'XXX', { choices })).toBe('choice');
  expect(hasPredefinedValues('ipCountryCode')).toBe(true);
  expect(hasPredefinedValues('customerEmail')).toBe(false);
});

describe('a whole card number is rejected', () => {
  const fields = [
    'customerEmail',
    'customerTelephone',
    'normalisedAddress',
    'custom_string_1',
    'billingPostcode',
  ];
  const spellings = [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111  1111  1111  1111',
  ];
  test.each(fields.flatMap((field) => spellings.map((value) => [field, value] as const)))(
    'in %s as %s',
    (field, value) => {
      expect(findValueError(field, value)).toBe('card_number');
    },
  );
  test('inside other text', () => {
    expect(findValueError('custom_long_string_1', 'card 4111111111111111 of Eve')).toBe('card_number');
  });
});

test('fields of lists are those of the catalogue and custom texts', () => {
  expect(isListField('customerEmail')).toBe(true);
  expect(isListField('custom_string_3')).toBe(true);
  expect(isListField('custom_long_string_3')).toBe(true);
  expect(isListField('custom_int_3')).toBe(false);
  expect(isListField('transactionAmount')).toBe(false);
  expect(isListField('toString')).toBe(false);
});

test('an expiry date is a real day, today at the earliest', () => {
  expect(findExpiryError('', '2026-11-20')).toBeUndefined();
  expect(findExpiryError('2026-11-20', '2026-11-20')).toBeUndefined();
  expect(findExpiryError('2026-11-19', '2026-11-20')).toBe('expiry_past');
  expect(findExpiryError('2026-02-30', '2026-11-20')).toBe('expiry_date');
});

test('postcodes are stored in upper case', () => {
  expect(cleanValue('billingPostcode', ' sw1a  1aa ')).toBe('SW1A 1AA');
});

test('validation takes any text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...validValues.map(([field]) => field)),
      fc.string({ unit: 'binary' }),
      (field, value) => {
        const error = findValueError(field, value);
        expect(error === undefined || typeof error === 'string').toBe(true);
      },
    ),
  );
});

test('a single type of auto-add cannot be on both sides', () => {
  expect(findContradiction({ sourceTypes: ['email'], targetTypes: ['email', 'card'] })).toEqual({
    type: 'email',
    side: 'source',
  });
  expect(findContradiction({ sourceTypes: ['email', 'card'], targetTypes: ['card'] })).toEqual({
    type: 'card',
    side: 'target',
  });
  expect(
    findContradiction({ sourceTypes: ['email', 'card'], targetTypes: ['card', 'email'] }),
  ).toBeUndefined();
});
