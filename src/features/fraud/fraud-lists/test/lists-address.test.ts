import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listDataPoints } from '../import-points.ts';
import {
  defaultHistory,
  defaultItems,
  defaultLists,
  readHistorySearch,
  readItemsSearch,
  readListsSearch,
} from '../lists-address.ts';
import { findRowErrors, pasteLines } from '../web/manual-form.tsx';
import { countUpdates, runUpdates } from '../update-queue.ts';
import { sourceTransaction } from '../web/source-text.tsx';

describe('an address', () => {
  const invalidSearches = [
    { pageSize: '30' },
    { offset: '10', pageSize: '25' },
    { sortField: 'password' },
    { direction: 'sideways' },
  ];
  test.each(invalidSearches)('with %j resets the manager and keeps the hot-list filter', (part) => {
    const raw = { hotList: 'true', name: 'x', offset: '0', pageSize: '50', ...part };
    expect(readListsSearch(raw)).toEqual({ ...defaultLists, hotList: 'true' });
  });
  test.each(invalidSearches)('with %j resets the editor and the history', (part) => {
    expect(readItemsSearch({ value: 'x', ...part })).toEqual(defaultItems);
    expect(readHistorySearch({ value: 'x', ...part })).toEqual(defaultHistory);
  });
  test('with an unknown range resets the history', () => {
    expect(readHistorySearch({ searchRange: 'FOREVER', value: 'x' })).toEqual(defaultHistory);
  });
  test('keeps valid filters and drops a card number', () => {
    expect(
      readItemsSearch({ offset: '100', pageSize: '100', value: ' eve ', expiryDate: '2026-12-31' }),
    ).toEqual({
      ...defaultItems,
      offset: 100,
      pageSize: 100,
      value: 'eve',
      expiryDate: '2026-12-31',
    });
    expect(readItemsSearch({ value: '4111111111111111' })).toEqual(defaultItems);
  });
  test('reads back its own result', () => {
    const names = [
      'offset',
      'pageSize',
      'sortField',
      'direction',
      'hotList',
      'name',
      'value',
      'date',
      'searchRange',
    ];
    const raw = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.constantFrom('0', '50', 'ASC', 'value')),
    );
    fc.assert(
      fc.property(raw, (search) => {
        for (const read of [readListsSearch, readItemsSearch, readHistorySearch]) {
          const once = read(search);
          const text = Object.fromEntries(Object.entries(once).map(([name, value]) => [name, String(value)]));
          expect(read(text)).toEqual(once);
        }
      }),
    );
  });
});

describe('manual rows', () => {
  const rows = (...values: string[]) => values.map((value, key) => ({ key, value }));
  test('name their errors', () => {
    const errors = findRowErrors('customerEmail', rows('a@b', 'A@B', '', 'x'));
    expect([...errors]).toEqual([
      [1, 'repeated'],
      [2, 'missing'],
      [3, 'email'],
    ]);
  });
  test('take pasted lines up to ten', () => {
    const pasted = pasteLines(
      rows('first', ''),
      1,
      Array.from({ length: 12 }, (_, index) => `v${index}`).join('\r\n'),
    );
    expect(pasted?.rows).toHaveLength(10);
    expect(pasted?.overflow).toBe(3);
  });
  test('one pasted line is pasted as usual', () => {
    expect(pasteLines(rows(''), 0, 'one@example.com\n')).toBeUndefined();
  });
});

test('updates run one by one and each failure ends its own update only', async () => {
  const progress: string[] = [];
  const updates = ['a', 'b', 'c'].map((id) => ({ id, label: id, status: 'pending' as const }));
  const finalUpdates = await runUpdates(
    updates,
    async ({ id }) => {
      if (id === 'b') throw new Error('lost');
      return { status: id === 'c' ? 'duplicate' : 'done' };
    },
    (current) => progress.push(current.map(({ status }) => status[0]).join('')),
  );
  expect(finalUpdates.map(({ status }) => status)).toEqual(['done', 'failed', 'duplicate']);
  expect(progress).toEqual(['rpp', 'dpp', 'drp', 'dfp', 'dfr', 'dfd']);
  expect(countUpdates(finalUpdates)).toEqual({ processed: 3, succeeded: 1, failed: 2 });
});

test('cancelling completes the running update and skips the others', async () => {
  let isCancelled = false;
  const updates = ['a', 'b', 'c'].map((id) => ({ id, label: id, status: 'pending' as const }));
  const finalUpdates = await runUpdates(
    updates,
    async () => {
      isCancelled = true;
      return { status: 'done' };
    },
    () => undefined,
    () => isCancelled,
  );
  expect(finalUpdates.map(({ status }) => status)).toEqual(['done', 'cancelled', 'cancelled']);
  expect(countUpdates(finalUpdates)).toEqual({ processed: 3, succeeded: 1, failed: 0 });
});

test.each([
  ['Import from transaction 10000000001', '10000000001'],
  ['Auto-add from transaction 123456789012 (2)', '123456789012'],
  ['Import 1234567890', undefined],
  ['Manual input 10000000001', undefined],
])('the source %j links to %j', (source, id) => {
  expect(sourceTransaction(source)).toBe(id);
});

test('a transaction offers its values by field', () => {
  const points = listDataPoints({
    transactionId: '10000000001',
    type: 'PAYMENT',
    currencyCode: 'GBP',
    salesChannel: 'WEB',
    commerceType: 'ECOM',
    paymentClass: 'CARD',
    paymentProduct: 'VISA_DEBIT',
    acquirerName: null,
    cardCorrelationId: 'abc',
    maskedPan: '411111******1111',
    cardScheme: 'VISA',
    cardUsageType: 'DEBIT',
    issuerCountry: 'GBR',
    customerEmailAddress: 'eve@example.com',
    customerPhoneNumber: ' ',
    customerAddressCountry: 'GBR',
    billingAddress: { line1: '1 High St', city: 'London', postcode: 'SW1A 1AA' },
    ipAddress: '203.0.113.7',
    ipCountry: null,
  });
  const byField = Object.fromEntries(points.map(({ dataField, value }) => [dataField, value]));
  expect(byField).toMatchObject({
    cardCorrelationId: 'abc',
    cardBin: '411111',
    customerEmail: 'eve@example.com',
    billingPostcode: 'SW1A 1AA',
    normalisedAddress: '1 High St, London, SW1A 1AA, GBR',
  });
  expect(byField).not.toHaveProperty('customerTelephone');
  expect(points.find(({ dataField }) => dataField === 'cardCorrelationId')?.displayValue).toBe(
    '411111******1111',
  );
});
