import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  searchFields,
  matchesSearchField,
  wrongSearch,
} from '#features/record/reporting/filters/search-field.ts';
import { defaultSearch, readSearchParams } from '../search-params.ts';
import { rangeInterval } from '../search-range.ts';

describe('query parameters of the search screen', () => {
  test.each([
    ['nothing', {}, {}],
    [
      'a search',
      { searchField: 'txn_id', value: '10044236139' },
      { searchField: 'txn_id', value: '10044236139' },
    ],
    [
      'a bad value resets everything',
      { searchField: 'txn_id', value: '012', offset: '50', pageSize: '50' },
      {},
    ],
    ['a field without a value', { searchField: 'merch_ref', searchRange: 'ANY_TIME' }, {}],
    ['a value without a field', { value: 'x' }, {}],
    ['a field that is not offered', { searchField: 'description', value: 'x' }, {}],
    ['a bad e-mail', { searchField: 'customer_email', value: 'ada' }, {}],
    [
      'a bad page keeps the search',
      { searchField: 'merch_ref', value: 'A', offset: '7' },
      { searchField: 'merch_ref', value: 'A' },
    ],
    ...(
      [
        ['last_four', '0018', '018'],
        ['IP_address', '2001:db8::1', '203.0.113'],
        ['SAME_CARD', '10044236139', '0018'],
        ['requested_amount', '12.50', '-12.50'],
        ['requested_amount', '1', '1,234'],
        ['OPTIMIZE360_OUTCOME', 'BLOCK', 'BLACKLIST'],
      ] as const
    ).flatMap(([searchField, good, bad]): [string, object, object][] => [
      [`${searchField} ${good}`, { searchField, value: good }, { searchField, value: good }],
      [`${searchField} ${bad}`, { searchField, value: bad }, {}],
    ]),
    ['a page', { offset: '100', pageSize: '50' }, { offset: 100, pageSize: 50 }],
    ['an offset past all counting', { offset: '500000000', pageSize: '25' }, {}],
    ['a filter of a column', { 'filter.amount': '5' }, { 'filter.amount': '5' }],
    ['a page size that is not offered', { offset: '0', pageSize: '13' }, {}],
    ['a sort', { field: 'amount', direction: 'ASC' }, { field: 'amount', direction: 'ASC' }],
    ['a sort direction that is none', { field: 'amount', direction: 'up' }, {}],
    ['a range', { searchRange: 'WITHIN_1_YEAR' }, { searchRange: 'WITHIN_1_YEAR' }],
    ['days', { searchRange: '2026-11-01..2026-11-05' }, { searchRange: '2026-11-01..2026-11-05' }],
    ['a day that does not exist', { searchRange: '2026-02-01..2026-02-30' }, {}],
    ['days in the wrong order', { searchRange: '2026-11-05..2026-11-01' }, {}],
    ['days before 2000', { searchRange: '1999-12-31..2000-01-01' }, {}],
    ['a range that is none', { searchRange: 'EVER' }, {}],
  ])('%s', (_name, raw, expected) => {
    expect(readSearchParams(raw)).toEqual({ ...defaultSearch, ...expected });
  });

  test.each(searchFields)('%s rejects a whole card number', (searchField) => {
    for (const value of [
      '4444333322221111',
      '4444 3333 2222 1111',
      'ORDER-4444333322221111',
      '4444333322221111@shop.example',
    ]) {
      expect(matchesSearchField(searchField, value)).toBe(false);
      expect(wrongSearch(searchField, value)).toBe('card_number');
      expect(readSearchParams({ searchField, value, searchRange: 'ANY_TIME' })).toEqual(defaultSearch);
    }
    // An id may have the same length. Only possible card numbers are rejected.
    expect(wrongSearch(searchField, '4444333322221112')).toBe(searchField);
  });

  test('reads back its own result for any URL', () => {
    const text = fc.option(
      fc.oneof(fc.string(), fc.constantFrom('txn_id', '25', '0', '50', 'TODAY', 'ASC')),
      { nil: undefined },
    );
    const raw = fc.record({
      offset: text,
      pageSize: text,
      searchField: text,
      value: text,
      field: text,
      direction: text,
      searchRange: text,
    });
    fc.assert(
      fc.property(raw, (params) => {
        const once = readSearchParams(params);
        const written = Object.fromEntries(
          Object.entries(once).map(([name, value]) => [name, String(value)]),
        );
        expect(readSearchParams(written)).toEqual(once);
      }),
    );
  });
});

test('counts whole days back: a month is 29 days and today', () => {
  const now = new Date('2026-11-21T15:30:00Z');
  expect(rangeInterval('WITHIN_1_MONTH', now, 'UTC')).toEqual({
    from: new Date('2026-10-23T00:00:00.000Z'),
    to: new Date('2026-11-21T23:59:59.999Z'),
  });
  expect(rangeInterval('YESTERDAY', now, 'Europe/London')).toEqual({
    from: new Date('2026-11-20T00:00:00.000Z'),
    to: new Date('2026-11-20T23:59:59.999Z'),
  });
  expect(rangeInterval('ANY_TIME', now, 'UTC').from.toISOString()).toBe('2000-01-01T00:00:00.000Z');
});

test.each([
  // The morning after the clocks went forward in Auckland: yesterday had 23 hours.
  ['Pacific/Auckland', '2026-09-27T20:00:00Z', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
  // The day after they went back in Los Angeles: yesterday had 25.
  ['America/Los_Angeles', '2026-11-02T20:00:00Z', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ['Asia/Kolkata', '2026-11-21T20:00:00Z', '2026-11-20T18:30:00.000Z', '2026-11-21T18:29:59.999Z'],
  ['UTC', '2026-11-21T20:00:00Z', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
])('covers yesterday in the chosen zone: %s', (zone, now, from, to) => {
  const interval = rangeInterval('YESTERDAY', new Date(now), zone);
  expect([interval.from.toISOString(), interval.to.toISOString()]).toEqual([from, to]);
});

test('chosen days last from the start of the first to the end of the last', () => {
  const { from, to } = rangeInterval(
    '2026-03-28..2026-03-29',
    new Date('2026-11-22T12:00:00Z'),
    'Europe/London',
  );
  // The clocks changed on the second day.
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-03-28T00:00:00.000Z',
    '2026-03-29T22:59:59.999Z',
  ]);
});
