import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultSearch } from '../search-params.ts';
import { defaultSort, offeredColumns, searchRequestOf, sortOf } from '../search-request.ts';

const now = new Date('2026-11-21T12:00:00Z');
const setting = {
  columns: ['txn_datetime', 'txn_id'],
  sort: defaultSort,
  orgId: 7,
  isWarehouse: true,
  now,
  timeZone: 'Pacific/Auckland',
};
const fieldOf = (request: ReturnType<typeof searchRequestOf>, name: string) =>
  request.fields.find(({ field }) => field === name);

test('the default view asks for today, newest first', () => {
  const request = searchRequestOf(defaultSearch, setting);
  assert.equal(request.startFrom, 1);
  assert.equal(request.limit, 25);
  assert.equal(request.dataSource, 'REPORT');
  assert.deepEqual(request.orgIds, [7]);
  // It is one in the morning of the 22nd in Auckland.
  const today = [Date.parse('2026-11-21T11:00:00Z'), Date.parse('2026-11-22T11:00:00Z') - 1];
  assert.deepEqual(fieldOf(request, 'txn_datetime'), {
    field: 'txn_datetime',
    display: true,
    filter: { operation: 'BETWEEN', value: today },
    sort: 'DESC',
  });
});

test('an id is looked for at any time', () => {
  const request = searchRequestOf({ ...defaultSearch, searchField: 'txn_id', value: '10000000000' }, setting);
  assert.equal(fieldOf(request, 'txn_datetime')?.filter, undefined);
  assert.deepEqual(fieldOf(request, 'txn_id')?.filter, { operation: 'EQUALS', value: ['10000000000'] });
});

test('what is searched or sorted by but not shown is not displayed', () => {
  const params = { ...defaultSearch, searchField: 'customer_email', value: 'a@b.c' } as const;
  const sort = { field: 'amount', direction: 'ASC' } as const;
  const request = searchRequestOf(params, { ...setting, sort, isWarehouse: false });
  assert.equal(request.dataSource, 'REAL-TIME');
  assert.equal(fieldOf(request, 'customer_email')?.display, false);
  assert.deepEqual(fieldOf(request, 'amount'), { field: 'amount', display: false, sort: 'ASC' });
});

test('only columns of the metadata are offered and sorted by', () => {
  const metadata = [{ field: 'amount' }, { field: 'txn_id' }];
  assert.deepEqual(offeredColumns(metadata), ['txn_id', 'amount']);
  const params = { ...defaultSearch, field: 'fg_score', direction: 'ASC' } as const;
  assert.deepEqual(sortOf(params, metadata), defaultSort);
  assert.deepEqual(sortOf({ ...params, field: 'amount' }, metadata), { field: 'amount', direction: 'ASC' });
});
