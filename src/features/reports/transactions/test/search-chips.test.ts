import { expect, test, vi } from 'vitest';
import { defaultSearch, type SearchParams } from '../search-params.ts';
import { searchChips } from '../web/search-chips.ts';

const t = (key: string): string => key;
const buildChips = (params: Partial<SearchParams>, search = vi.fn<(input: object) => void>()) =>
  searchChips({ ...defaultSearch, ...params }, t, search, { today: '2026-11-22', locale: 'en-GB' });
const labels = (params: Partial<SearchParams>) => buildChips(params).map(({ label }) => label);

test('names the default range', () => {
  expect(labels({})).toEqual(['search.range_name.TODAY']);
});
test('names chosen days', () => {
  expect(labels({ searchRange: '2026-11-01..2026-11-05' })).toEqual([expect.stringMatching(/^1\s–\s5 Nov$/)]);
});
test('has no chip for any time', () => {
  expect(labels({ searchRange: 'ANY_TIME' })).toEqual([]);
});
test('names field and value', () => {
  expect(labels({ searchField: 'merch_ref', value: 'ORDER-1', searchRange: 'ANY_TIME' })).toEqual([
    'search.field_name.merch_ref: ORDER-1',
  ]);
});
test('omits the range for a transaction id', () => {
  expect(labels({ searchField: 'txn_id', value: '10000000210' })).toHaveLength(1);
});
test('keeps the value when the range is removed', () => {
  const search = vi.fn<(input: object) => void>();
  buildChips({ searchField: 'merch_ref', value: 'ORDER-1' }, search)[1]?.onRemove?.();
  expect(search).toHaveBeenCalledWith({
    searchField: 'merch_ref',
    value: 'ORDER-1',
    searchRange: 'ANY_TIME',
  });
});
test('keeps the range when the value is removed', () => {
  const search = vi.fn<(input: object) => void>();
  buildChips({ searchField: 'merch_ref', value: 'ORDER-1' }, search)[0]?.onRemove?.();
  expect(search).toHaveBeenCalledWith({ searchRange: 'TODAY' });
});
