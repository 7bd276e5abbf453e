import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultSearch } from '../search-params.ts';
import { sortableFields } from '#features/record/reporting/filters/source-limits.ts';
import { defaultSort, buildSearchRequest, snapshotFor, buildSort } from '../search-request.ts';
import { transactionFields } from '#features/record/reporting/fields/transaction-fields.ts';

const now = new Date('2026-11-21T12:00:00Z');
const setting = {
  columns: ['txn_datetime', 'txn_id'],
  sort: defaultSort,
  orgId: 7,
  isWarehouse: true,
  now,
  timeZone: 'Pacific/Auckland',
};
const fieldOf = (request: ReturnType<typeof buildSearchRequest>, name: string) =>
  request.fields.find(({ field }) => field === name);

test('requests today, newest first, by default', () => {
  const request = buildSearchRequest(defaultSearch, setting);
  assert.equal(request.startFrom, 1);
  assert.equal(request.limit, 25);
  assert.equal(request.dataSource, 'REPORT');
  assert.deepEqual(request.orgIds, [7]);
  // In Auckland it is 01:00 on the 22nd.
  const today = [Date.parse('2026-11-21T11:00:00Z'), Date.parse('2026-11-22T11:00:00Z') - 1];
  assert.deepEqual(fieldOf(request, 'txn_datetime'), {
    field: 'txn_datetime',
    display: true,
    filter: { operation: 'BETWEEN', value: today },
    sort: 'DESC',
  });
});

test('searches an id at any time', () => {
  const request = buildSearchRequest(
    { ...defaultSearch, searchField: 'txn_id', value: '10000000000' },
    setting,
  );
  assert.equal(fieldOf(request, 'txn_datetime')?.filter, undefined);
  assert.deepEqual(fieldOf(request, 'txn_id')?.filter, { operation: 'EQUALS', value: ['10000000000'] });
});

test('does not display columns that only filter or sort', () => {
  const params = { ...defaultSearch, searchField: 'customer_email', value: 'a@b.c' } as const;
  const sort = { field: 'amount', direction: 'ASC' } as const;
  const request = buildSearchRequest(params, { ...setting, sort, isWarehouse: false });
  assert.equal(request.dataSource, 'REAL-TIME');
  assert.equal(fieldOf(request, 'customer_email')?.display, false);
  assert.deepEqual(fieldOf(request, 'amount'), { field: 'amount', display: false, sort: 'ASC' });
});

test('sorts by live columns, or any with the warehouse', () => {
  const metadata = new Set(['amount', 'txn_id']);
  const params = { ...defaultSearch, field: 'fg_score', direction: 'ASC' } as const;
  assert.deepEqual(buildSort(params, metadata), defaultSort);
  assert.deepEqual(buildSort({ ...params, field: 'amount' }, metadata), {
    field: 'amount',
    direction: 'ASC',
  });
  assert.equal(sortableFields(transactionFields, { isWarehouse: true }).size, transactionFields.length);
  const live = sortableFields(transactionFields, { isWarehouse: false });
  assert.ok(
    live.has('merch_ref') && live.has('txn_datetime') && !live.has('amount') && !live.has('acquirer'),
  );
});

test('searches an amount with both signs', () => {
  const params = { ...defaultSearch, searchField: 'requested_amount', value: '12.50' } as const;
  assert.deepEqual(fieldOf(buildSearchRequest(params, setting), 'requested_amount')?.filter, {
    operation: 'IN',
    value: ['12.50', '-12.50'],
  });
});

test('requests a list by its older name too', () => {
  const outcome = (value: string) =>
    fieldOf(
      buildSearchRequest({ ...defaultSearch, searchField: 'OPTIMIZE360_OUTCOME', value }, setting),
      'OPTIMIZE360_OUTCOME',
    )?.filter?.value;
  assert.deepEqual(outcome('NEGATIVE_LIST'), ['NEGATIVE_LIST', 'BLACKLIST']);
  assert.deepEqual(outcome('BLOCK'), ['BLOCK']);
});

test('sends the transaction of the same card in the path', () => {
  const params = { ...defaultSearch, searchField: 'SAME_CARD', value: '10000000000' } as const;
  assert.equal(fieldOf(buildSearchRequest(params, setting), 'SAME_CARD'), undefined);
});

test("sends the first page's snapshot with later pages", () => {
  const until = (offset: number) =>
    buildSearchRequest(
      { ...defaultSearch, offset },
      { ...setting, snapshot: '2026-11-21T09:00:00Z' },
    ).fields.filter(({ filter }) => filter?.operation === 'LTE');
  assert.deepEqual(until(0), []);
  assert.deepEqual(until(25), [
    {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: ['2026-11-21T09:00:00Z'] },
    },
  ]);
});

test('takes the snapshot from row or response, by sort order', () => {
  const response = { snapshotTime: 'answered' };
  assert.equal(snapshotFor(defaultSort, {}, 'newest'), 'newest');
  assert.equal(snapshotFor(defaultSort, {}, undefined), undefined);
  assert.equal(snapshotFor({ field: 'amount', direction: 'ASC' }, response, 'newest'), 'answered');
  assert.equal(snapshotFor({ field: 'txn_datetime', direction: 'ASC' }, {}, 'oldest'), undefined);
});
