import { describe, expect, test } from 'vitest';
import { isSelective, buildReportQuery } from '../server/build-report-query.ts';
import { type QueryShape, chooseStore, queryShape } from '../server/route-report.ts';

const byTime: QueryShape = { isWalked: true, isSortedInIndex: true };
const byAmount: QueryShape = { isWalked: false, isSortedInIndex: true };
const byName: QueryShape = { isWalked: false, isSortedInIndex: false };

test.each<[string, QueryShape, number, 'postgres' | 'warehouse']>([
  ['a day of a merchant by time', byTime, 300, 'postgres'],
  ['a year of a thousand merchants by time', byTime, 5_000_000, 'postgres'],
  ['a small merchant’s year by amount', byAmount, 3000, 'postgres'],
  ['fifty merchants’ month by amount', byAmount, 25_000, 'postgres'],
  ['a thousand merchants’ day by amount', byAmount, 8000, 'postgres'],
  ['as many rows by amount as PostgreSQL sorts sooner', byAmount, 50_000, 'postgres'],
  ['one row more by amount', byAmount, 50_001, 'warehouse'],
  ['fifty merchants’ year by amount', byAmount, 250_000, 'warehouse'],
  ['a large merchant’s year by amount', byAmount, 500_000, 'warehouse'],
  ['a thousand merchants’ year by amount', byAmount, 5_000_000, 'warehouse'],
  ['the newest page of a currency in a day', byName, 2000, 'postgres'],
  ['as many rows as PostgreSQL reads sooner', byName, 5000, 'postgres'],
  ['one row more without an index', byName, 5001, 'warehouse'],
  ['fifty merchants’ month by a column without an index', byName, 25_000, 'warehouse'],
  ['the newest page of a currency in a year', byName, 5_000_000, 'warehouse'],
])('%s', (_name, shape, rows, store) => {
  expect(chooseStore(shape, rows)).toBe(store);
});

const scope = { tenantIds: [1100], merchants: undefined };
const queryOf = (...fields: object[]) =>
  buildReportQuery({ startFrom: 1, limit: 50, fields: [{ field: 'txn_id' }, ...fields] as never }, scope);
const filter = (field: string, operation: string, ...value: string[]) => ({
  field,
  display: false,
  filter: { operation, value },
});

describe('a query for a few rows', () => {
  test.each([
    ['an id', filter('txn_id', 'EQUALS', '10000000001'), true],
    ['a reference', filter('merch_ref', 'EQUALS', 'TXN-1'), true],
    ['an amount, taken or given back', filter('requested_amount', 'IN', '5.00', '-5.00'), true],
    ['any but one e-mail', filter('customer_email', 'NOT_EQUALS', 'ada@example.org'), false],
    [
      'ids by the hundred',
      filter('txn_id', 'IN', ...Array.from({ length: 100 }, (_, index) => `${index + 1}`)),
      false,
    ],
    ['a currency', filter('ccy_code', 'EQUALS', 'GBP'), false],
  ])('%s', (_name, field, response) => {
    expect(isSelective(queryOf(field))).toBe(response);
  });
});

describe('the shape of a query', () => {
  const shape = (field: string, ...otherProps: object[]) =>
    queryShape(queryOf({ field, sort: 'DESC' }, ...otherProps));

  test.each([
    ['by time', shape('txn_datetime'), byTime],
    ['by nothing, which is by time', queryShape(queryOf()), byTime],
    ['by time of a status', shape('txn_datetime', filter('txn_status', 'EQUALS', 'SUCCESS')), byTime],
    ['by time of a currency', shape('txn_datetime', filter('ccy_code', 'EQUALS', 'GBP')), byName],
    ['by amount of a status', shape('requested_amount', filter('txn_status', 'EQUALS', 'SUCCESS')), byAmount],
    ['by the amount of the consumer', shape('amount'), byName],
    ['by customer', shape('customer_name'), byName],
    ['by reference of a currency', shape('merch_ref', filter('ccy_code', 'EQUALS', 'GBP')), byName],
  ])('%s', (_name, found, expected) => {
    expect(found).toEqual(expected);
  });
});
