import { expect, test } from 'vitest';
import { readSearchParams } from '#features/reports/transactions/search-params.ts';
import { isViewChanged, isViewParams, openView, viewParams } from '../view-address.ts';

const params = {
  searchRange: 'WITHIN_1_WEEK',
  'filter.txn_type': 'REFUND',
  field: 'amount',
  direction: 'ASC',
};
const view = { id: '101', params, columns: ['txn_id', 'amount'] };

test('the address of a view reads back as the view', () => {
  const opened = openView(view, 50);
  expect(readSearchParams({ ...opened, offset: '0', pageSize: '50' })).toEqual(opened);
  expect(viewParams(opened)).toEqual(params);
  expect(opened).toMatchObject({ view: '101', columns: 'txn_id,amount', pageSize: 50, offset: 0 });
  expect(isViewChanged(view, opened, view.columns)).toBe(false);
});

test.each([
  ['the page', { offset: 50 }, view.columns, false],
  ['the range', { searchRange: 'TODAY' as const }, view.columns, true],
  ['a filter', { 'filter.ccy_code': 'GBP' }, view.columns, true],
  ['the sort order', { direction: 'DESC' as const }, view.columns, true],
  ['the order of columns', {}, ['amount', 'txn_id'], true],
])('%s decides whether a view was changed', (_what, part, columns, isChanged) => {
  expect(isViewChanged(view, { ...openView(view, 25), ...part }, columns)).toBe(isChanged);
});

test.each([
  [{ searchRange: 'TODAY' }, true],
  [{ searchRange: 'TODAY', view: '101' }, false],
  [{ searchRange: 'TODAY', pageSize: '50' }, false],
  [{ searchRange: 'NEVER' }, false],
  [{}, false],
])('%o is a whole search: %s', (candidate, isWhole) => {
  expect(isViewParams(candidate as Record<string, string>)).toBe(isWhole);
});

test.each(['', 'a,a', 'a b', `${'x'.repeat(65)}`, Array.from({ length: 61 }, (_, at) => `c${at}`).join(',')])(
  'the columns %s are left out of the address',
  (columns) => expect(readSearchParams({ searchRange: 'TODAY', columns }).columns).toBeUndefined(),
);
