import { describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { guessSearch } from '../guess-search.ts';
import { offeredSearchFields } from '#features/record/reporting/filters/search-field.ts';

const offered = (isWarehouse: boolean, ...held: Permission[]) =>
  offeredSearchFields({
    isWarehouse,
    may: (...needed) => needed.some((permission) => held.includes(permission)),
  });
const unrestricted = ['txn_id', 'merch_ref', 'customer_email', 'requested_amount'];

describe('search fields that are offered', () => {
  test.each([
    [false, [], unrestricted],
    [false, ['P_VIEW_FRAUD_RULES'], unrestricted],
    [true, [], [...unrestricted, 'last_four']],
    [true, ['P_VIEW_FRAUDGUARD'], [...unrestricted, 'last_four', 'IP_address', 'SAME_CARD']],
    [
      true,
      ['P_VIEW_FRAUD_RULES'],
      [...unrestricted, 'last_four', 'IP_address', 'SAME_CARD', 'OPTIMIZE360_OUTCOME'],
    ],
  ] as [boolean, Permission[], string[]][])('warehouse %s, holding %j', (isWarehouse, held, fields) => {
    expect(offered(isWarehouse, ...held)).toEqual(fields);
  });
});

describe('guesses of the palette', () => {
  test.each([
    [
      '10044236139',
      [
        ['txn_id', '10044236139'],
        ['merch_ref', '10044236139'],
      ],
    ],
    [
      '1234',
      [
        ['last_four', '1234'],
        ['txn_id', '1234'],
        ['requested_amount', '1234'],
        ['merch_ref', '1234'],
      ],
    ],
    [
      '0018',
      [
        ['last_four', '0018'],
        ['merch_ref', '0018'],
      ],
    ],
    [
      '50',
      [
        ['txn_id', '50'],
        ['requested_amount', '50'],
        ['merch_ref', '50'],
      ],
    ],
    [
      '1,234',
      [
        ['requested_amount', '1234'],
        ['requested_amount', '1.234'],
        ['merch_ref', '1,234'],
      ],
    ],
    [
      '12 345 678',
      [
        ['requested_amount', '12345678'],
        ['merch_ref', '12 345 678'],
      ],
    ],
    ['9902000000000018', [['last_four', '0018']]],
    ['9902 0000 0000 0018', [['last_four', '0018']]],
    ['990200******0018', [['last_four', '0018']]],
    ['**** 0018', [['last_four', '0018']]],
    ['•••• 0018', [['last_four', '0018']]],
    [' ada@example.org ', [['customer_email', 'ada@example.org']]],
    ['203.0.113.9', [['IP_address', '203.0.113.9']]],
    ['2001:db8::1', [['IP_address', '2001:db8::1']]],
    [
      '12.50',
      [
        ['requested_amount', '12.50'],
        ['merch_ref', '12.50'],
      ],
    ],
    [
      '1,234.50',
      [
        ['requested_amount', '1234.50'],
        ['merch_ref', '1,234.50'],
      ],
    ],
    [
      '1.234,50',
      [
        ['requested_amount', '1234.50'],
        ['merch_ref', '1.234,50'],
      ],
    ],
    ['£12', [['requested_amount', '12']]],
    ['900 JPY', [['requested_amount', '900']]],
    ['KWD 12.345', [['requested_amount', '12.345']]],
    ['ORD-7', [['merch_ref', 'ORD-7']]],
    ['GBP-2026-1', [['merch_ref', 'GBP-2026-1']]],
    ['Smith', []],
    ['=1+1', [['merch_ref', '=1+1']]],
    ['   ', []],
    ['x'.repeat(400), []],
  ] as [string, [string, string][]][])('%s', (typed, guesses) => {
    expect(guessSearch(typed).map(({ field, value }) => [field, value])).toEqual(guesses);
  });
});

test.each([
  ['£20.51', 'GBP'],
  ['20,51 €', 'EUR'],
  ['900 JPY', 'JPY'],
  ['KWD 12.345', 'KWD'],
  // Signs of several currencies, and no currency.
  ['$20.51', undefined],
  ['¥900', undefined],
  ['20.51', undefined],
  ['ABC 12.50', undefined],
])('an amount is searched in its currency: %s', (typed, currency) => {
  const [guess] = guessSearch(typed).filter(({ field }) => field === 'requested_amount');
  expect(guess).toBeDefined();
  expect(guess?.currency).toBe(currency);
});
