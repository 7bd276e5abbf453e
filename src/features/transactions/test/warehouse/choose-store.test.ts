import { describe, expect, test } from 'vitest';
import { isSelective, buildReportQuery } from '../../server/report/build-report-query.ts';
import {
  type QueryShape,
  cheaperStore,
  isFirstPage,
  queryShape,
  storeOfFile,
} from '../../server/report/routing/choose-store.ts';

const shape: QueryShape = {
  sort: 'time',
  depth: 50,
  rows: 1000,
  months: 12,
  merchants: 1,
  isKept: true,
  isFiltered: false,
  isInIndex: true,
};

describe('the store that answers sooner', () => {
  const table: [string, Partial<QueryShape>, 'postgres' | 'warehouse'][] = [
    ['a small merchant’s year by amount', { rows: 3000, sort: 'number' }, 'postgres'],
    ['a large merchant’s year by amount', { rows: 500_000, sort: 'number' }, 'warehouse'],
    ['fifty merchants’ month by amount', { rows: 25_000, merchants: 50, sort: 'number' }, 'postgres'],
    ['fifty merchants’ year by amount', { rows: 250_000, merchants: 50, sort: 'number' }, 'warehouse'],
    [
      'fifty merchants’ month by a column that no index has',
      { rows: 25_000, merchants: 50, sort: 'text', isInIndex: false },
      'warehouse',
    ],
    [
      'a thousand merchants’ day by amount',
      { rows: 8000, months: 1, merchants: undefined, sort: 'number' },
      'postgres',
    ],
    [
      'a thousand merchants’ month by amount',
      { rows: 400_000, merchants: undefined, sort: 'number' },
      'warehouse',
    ],
    [
      'a thousand merchants’ year by reference',
      { rows: 5e6, merchants: undefined, sort: 'text' },
      'warehouse',
    ],
    ['the newest page of a thousand merchants’ year', { rows: 5e6, merchants: undefined }, 'postgres'],
    ['its ten thousandth row', { rows: 5e6, merchants: undefined, depth: 10_050 }, 'postgres'],
    [
      'the ten thousandth row of fifty merchants’ month',
      { rows: 25_000, months: 1, merchants: 50, depth: 10_050 },
      'postgres',
    ],
    [
      'the ten thousandth row of fifty merchants’ year',
      { rows: 270_000, merchants: 50, depth: 10_050 },
      'postgres',
    ],
    [
      'the ten thousandth row of fifty small merchants’ year',
      { rows: 27_000, merchants: 50, depth: 10_050 },
      'postgres',
    ],
    [
      'the ten thousandth row of five large merchants’ year',
      { rows: 270_000, merchants: 5, depth: 10_050 },
      'warehouse',
    ],
    ['the newest page of fifty merchants’ year', { rows: 250_000, merchants: 50 }, 'postgres'],
    ['the ten thousandth row of a large merchant', { rows: 500_000, depth: 10_050 }, 'postgres'],
    [
      'the newest page of a currency in a year',
      { rows: 5e6, merchants: undefined, isKept: false, isFiltered: true, isInIndex: false },
      'warehouse',
    ],
    [
      'the newest page of a currency in a day',
      { rows: 2000, isKept: false, isFiltered: true, isInIndex: false },
      'postgres',
    ],
  ];
  test.each(table)('%s', (_name, part, store) => {
    expect(cheaperStore({ ...shape, ...part })).toBe(store);
  });
});

test('a file is the warehouse’s, unless that would take far longer', () => {
  const all = { ...shape, months: 24, merchants: undefined };
  expect(storeOfFile({ ...all, depth: 50_000, rows: 400 })).toBe('warehouse');
  expect(storeOfFile({ ...all, depth: 1e6, rows: 1e6 })).toBe('warehouse');
  expect(storeOfFile({ ...all, depth: 1e6, rows: 1e6, sort: 'text' })).toBe('warehouse');
  expect(storeOfFile({ ...all, depth: 50_000, rows: 1e7, sort: 'text' })).toBe('warehouse');
  expect(storeOfFile({ ...all, depth: 50_000, rows: 1e7 })).toBe('postgres');
  expect(storeOfFile({ ...all, depth: 1e6, rows: 1e7 })).toBe('postgres');
});

const scope = { tenantIds: [1100], merchants: undefined };
const asked = (...fields: object[]) =>
  buildReportQuery({ startFrom: 1, limit: 50, fields: [{ field: 'txn_id' }, ...fields] as never }, scope);
const filter = (field: string, operation: string, ...value: string[]) => ({
  field,
  display: false,
  filter: { operation, value },
});

describe('a question about a handful of rows', () => {
  test.each([
    ['an id', filter('txn_id', 'EQUALS', '10000000001'), true],
    ['a reference', filter('merch_ref', 'EQUALS', 'TXN-1'), true],
    ['an amount, taken or given back', filter('requested_amount', 'IN', '5.00', '-5.00'), true],
    ['any but one e-mail', filter('customer_email', 'NOT_EQUALS', 'ada@example.org'), false],
    [
      'ids by the hundred',
      filter('txn_id', 'IN', ...Array.from({ length: 100 }, (_, at) => `${at + 1}`)),
      false,
    ],
    ['a currency', filter('ccy_code', 'EQUALS', 'GBP'), false],
  ])('%s', (_name, field, answer) => {
    expect(isSelective(asked(field))).toBe(answer);
  });
});

test('what an index has is known by its columns', () => {
  const by = (field: string, ...others: object[]) =>
    queryShape(asked({ field, sort: 'DESC' }, ...others)).isInIndex;
  expect(by('txn_datetime')).toBe(true);
  expect(by('requested_amount', filter('txn_status', 'EQUALS', 'SUCCESS'))).toBe(true);
  expect(by('customer_name')).toBe(false);
  expect(by('merch_ref', filter('ccy_code', 'EQUALS', 'GBP'))).toBe(false);
});

test('the newest page without further filters needs no thought', () => {
  expect(isFirstPage(queryShape(asked()))).toBe(true);
  expect(isFirstPage(queryShape(asked(filter('txn_status', 'EQUALS', 'SUCCESS'))))).toBe(true);
  expect(isFirstPage(queryShape(asked(filter('ccy_code', 'EQUALS', 'GBP'))))).toBe(false);
  expect(isFirstPage(queryShape(asked({ field: 'amount', sort: 'ASC' })))).toBe(false);
});
