import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#web/search-codec.ts';
import { possibleFilters } from '../filters/column-filter.ts';
import {
  readColumnFilters,
  filterParams,
  readFilterParams,
  withColumnFilters,
} from '../filters/filter-params.ts';
import { defaultSearch, readSearchParams } from '#features/reports/transactions/search-params.ts';

describe('column filters in an address', () => {
  test.each([
    ['none', { offset: '0' }, {}],
    ['one a column', { 'filter.merch_ref': 'ORD-1' }, { merch_ref: 'ORD-1' }],
    ['blanks around a value', { 'filter.merch_ref': '  =1+1 ' }, { merch_ref: '=1+1' }],
    ['a comma in a value', { 'filter.description': 'a, b' }, { description: 'a, b' }],
    [
      'a whole card number',
      {
        'filter.merch_ref': '4444-3333-2222-1111',
        'filter.txn_id': '4444333322221111',
        'filter.last_four': '1111',
      },
      { last_four: '1111' },
    ],
    ['nothing but blanks', { 'filter.merch_ref': ' \u00a0' }, {}],
    ['more text than a filter takes', { 'filter.merch_ref': 'x'.repeat(321) }, {}],
    ['names that no column has', { 'filter.': 'a', 'filter.a b': 'a', filter: 'a', 'Filter.a': 'a' }, {}],
  ])('%s', (_name, raw, filters) => {
    expect(readColumnFilters(readFilterParams(raw))).toEqual(filters);
  });

  test('reads back any text from the address', () => {
    const filters = fc.dictionary(fc.constantFrom('merch_ref', 'amount', '__proto__', 'x1'), fc.string());
    fc.assert(
      fc.property(filters, (generated) => {
        const parsed = readSearchParams(parseSearch(stringifySearch({ ...filterParams(generated) })));
        expect(readSearchParams(parseSearch(stringifySearch({ ...parsed })))).toEqual(parsed);
      }),
    );
    const specialTexts = {
      merch_ref: '=1+1',
      description: 'Say "hi", 🎁 & co?',
      customer_name: '+441632960000',
    };
    const back = parseSearch(stringifySearch({ ...filterParams(specialTexts) }));
    expect(readColumnFilters(readSearchParams(back))).toEqual(specialTexts);
  });

  test('resets the page and keeps search and order', () => {
    const before = readSearchParams({
      searchField: 'merch_ref',
      value: 'A',
      offset: '50',
      field: 'amount',
      direction: 'ASC',
      'filter.amount': '5',
    });
    expect(withColumnFilters(before, { ccy_code: 'GBP' })).toEqual({
      ...defaultSearch,
      searchField: 'merch_ref',
      value: 'A',
      field: 'amount',
      direction: 'ASC',
      'filter.ccy_code': 'GBP',
    });
  });

  test('resets filters with an invalid search, not with an invalid page', () => {
    const filter = { 'filter.ccy_code': 'GBP' };
    expect(readSearchParams({ ...filter, searchField: 'txn_id', value: 'x' })).toEqual(defaultSearch);
    expect(readSearchParams({ ...filter, offset: '7' })).toEqual({ ...defaultSearch, ...filter });
  });
});

test('drops impossible filters one by one', () => {
  const offeredFields = new Set([
    'amount',
    'txn_status',
    'txn_datetime',
    'last_four',
    'PREORDER',
    'merch_ref',
  ]);
  const filters = {
    amount: '1e5',
    txn_status: 'SUCCESS',
    txn_datetime: '2026-02-30',
    last_four: '00181',
    PREORDER: '2',
    merch_ref: 'ORD-1',
    fg_score: '7',
    no_column: 'x',
  };
  expect(possibleFilters(filters, offeredFields)).toEqual({ txn_status: 'SUCCESS', merch_ref: 'ORD-1' });
});
