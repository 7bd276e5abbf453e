import { expect, test, vi } from 'vitest';
import { englishUiTexts } from '#ui/ui-texts.ts';
import { fieldValue, isNarrowed, removeField } from '#web/list-screen/list-field.ts';
import { defaultSearch, type SearchParams } from '../search-params.ts';
import { searchFilters, valueSearch } from '../web/search-bar.ts';

const t = (key: string): string => key;
const texts = { ...englishUiTexts, locale: 'en-GB' };
const today = '2026-11-22';
const fields = ['txn_id', 'merch_ref', 'requested_amount', 'OPTIMIZE360_OUTCOME'] as const;
const setting = (onSearch = vi.fn<(input: object) => void>()) => ({ t, locale: 'en-GB', fields, onSearch });
const filters = (params: Partial<SearchParams>, onSearch = vi.fn<(input: object) => void>()) =>
  searchFilters({ ...defaultSearch, ...params }, setting(onSearch), today);
const values = (params: Partial<SearchParams>) => filters(params).map((field) => fieldValue(field, texts));
const reference = { searchField: 'merch_ref', value: 'ORDER-1' } as const;

test('names the default range, which is not cleared', () => {
  expect(values({})).toEqual(['Today', undefined]);
  expect(isNarrowed(filters({}))).toBe(false);
});
test('names chosen days', () => {
  expect(values({ searchRange: '2026-11-01..2026-11-05' })).toEqual([
    expect.stringMatching(/^1\s*–\s*5 Nov$/),
    undefined,
  ]);
});
test('has no range for any time, nor for a transaction id', () => {
  expect(values({ searchRange: 'ANY_TIME' })).toEqual([undefined, undefined]);
  expect(values({ searchField: 'txn_id', value: '10000000210' })).toEqual([undefined, undefined]);
});
test('shows field and value in the search, and the outcome among the filters', () => {
  expect(valueSearch({ ...defaultSearch, ...reference }, setting())).toMatchObject({
    field: 'merch_ref',
    text: 'ORDER-1',
  });
  const outcome = { ...defaultSearch, searchField: 'OPTIMIZE360_OUTCOME', value: 'ACCEPT' } as const;
  expect(valueSearch(outcome, setting()).text).toBeUndefined();
  expect(values(outcome)).toEqual(['Today', 'transactions.outcome.ACCEPT']);
});
test('keeps the value when the range is removed', () => {
  const onSearch = vi.fn<(input: object) => void>();
  const [range] = filters(reference, onSearch);
  if (range !== undefined) removeField(range);
  expect(onSearch).toHaveBeenCalledWith({ ...reference, searchRange: 'ANY_TIME' });
});
test('keeps the range when the value is removed', () => {
  const onSearch = vi.fn<(input: object) => void>();
  valueSearch({ ...defaultSearch, ...reference }, setting(onSearch)).onSearch(undefined, 'merch_ref');
  expect(onSearch).toHaveBeenCalledWith({ searchRange: 'TODAY' });
});
test('searches an amount without separators, and refuses what is none', () => {
  const onSearch = vi.fn<(input: object) => void>();
  const search = valueSearch(defaultSearch, setting(onSearch));
  search.onSearch('1,250.50', 'requested_amount');
  expect(onSearch).toHaveBeenCalledWith({
    searchField: 'requested_amount',
    value: '1250.5',
    searchRange: 'TODAY',
  });
  expect(search.refusal?.('1,250.50', 'requested_amount')).toBeUndefined();
  expect(search.refusal?.('many', 'requested_amount')).toMatch(/^search\.wrong/);
});
