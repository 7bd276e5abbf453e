import { expect, test } from 'vitest';
import { amountText, readSearchValue } from '../web/export-search.ts';

const read = (searchField: string, searchValue: string, locale = 'en-GB') =>
  readSearchValue({ searchField, searchValue }, locale);

test.each([
  ['20.51', 'en-GB', '20.51'],
  ['1,250.50', 'en-GB', '1250.5'],
  ['1.250,50', 'de-DE', '1250.5'],
  [' > 100 ', 'en-GB', '>100'],
  ['≤5', 'en-GB', '<=5'],
  ['20-10', 'en-GB', '10..20'],
  ['10..20,5', 'de-DE', '10..20.5'],
  ['', 'en-GB', undefined],
  ['ten', 'en-GB', undefined],
  ['10..', 'en-GB', undefined],
  ['>', 'en-GB', undefined],
])('reads the amount "%s" in %s', (typed, locale, expected) => {
  expect(read('requested_amount', typed, locale)).toBe(expected);
});

test('reads other fields as the search does', () => {
  expect(read('txn_id', ' 10000000001 ')).toBe('10000000001');
  expect(read('last_four', '12')).toBeUndefined();
});

test('shows a passed amount in the separators of the language', () => {
  const search = { searchField: 'requested_amount', searchValue: '20.51' };
  expect(amountText(search, 'de-DE')).toBe('20,51');
  expect(amountText({ searchField: 'merch_ref', searchValue: '20.51' }, 'de-DE')).toBe('20.51');
});
