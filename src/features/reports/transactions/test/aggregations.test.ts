import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { rollUpTotals } from '#features/record/reporting/server/totals.ts';
import { exportOf, signInBrowser } from '#features/reports/exports/test/export-form.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let admin: Send;

beforeAll(async () => {
  app = await startApp();
  let txnId = 10_000_000_000;
  const add = (more: object) => insertTransaction(app.owner, { txnId: (txnId += 1), ...more });
  await add({ minor: 1999 });
  await add({ minor: 1999, merchRef: 'ORDER-1' });
  await add({ minor: 99, type: 'REFUND', merchRef: 'ORDER-1' });
  await add({ minor: 5000, type: 'PREAUTH', status: 'VOIDED' });
  await add({ minor: 700, status: 'FAILED' });
  await add({ minor: 900, type: 'PAYOUT', currency: 'JPY', digits: 0 });
  await add({ minor: 12_345, currency: 'KWD', digits: 3 });
  await add({ minor: 1, companyId: 1200, merchantId: 1211, installationId: 5_300_006 });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const url = '/proxy/sync/tqs/reporting/internal/search';
type Field = Record<string, unknown>;
const search = (fields: Field[], more: object = {}, send = admin, path = url) =>
  send('POST', path, { startFrom: 1, limit: 25, fields, ...more });

const everything: Field[] = [
  { field: 'ccy_code' },
  { field: 'txn_id', aggregation: 'COUNT' },
  { field: 'requested_amount', aggregation: 'SUM' },
  { field: 'amount', aggregation: 'SUM' },
  { field: 'money_moved', aggregation: 'SUM' },
  { field: 'txn_volume', aggregation: 'SUM' },
];
const expected = [
  ['GBP', 5, '95.99', '88.99', '38.99', 5],
  ['JPY', 1, '-900', '-900', '-900', 1],
  ['KWD', 1, '12.345', '12.345', '12.345', 1],
];

describe('a search with aggregations', () => {
  test('returns a row for each currency with exact sums', async () => {
    const { status, body } = await search(everything);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      data: expected,
      fieldNames: [
        'ccy_code',
        'COUNT(txn_id)',
        'SUM(requested_amount)',
        'SUM(amount)',
        'SUM(money_moved)',
        'SUM(txn_volume)',
      ],
      resultsAvailable: 3,
      snapshotTime: testStart.toISOString(),
    });
  });

  test.each([
    ['the roll-ups', { field: 'txn_type', filter: { operation: 'NOT_EQUALS', value: ['VERIFY'] } }],
    [
      'the roll-ups of some currencies',
      { field: 'ccy_code', filter: { operation: 'IN', value: ['GBP', 'JPY', 'KWD'] } },
    ],
    ['the rows', { field: 'txn_id', filter: { operation: 'GT', value: ['1'] } }],
  ])('agrees with %s', async (_name, filter) => {
    const { body } = await search([...everything, { ...filter, display: false }]);
    expect(body.data).toEqual(expected);
  });

  test('agrees before and after the changes are rolled up', async () => {
    const day = testStart.getTime() - (testStart.getTime() % 86_400_000);
    const ofDay = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'BETWEEN', value: [day, day + 86_399_999] },
    };
    expect((await search([...everything, ofDay])).body.data).toEqual(expected);
    await inTenant(app.services.database, 'all-tenants', (sql) => rollUpTotals(sql, 1000));
    expect((await search([...everything, ofDay])).body.data).toEqual(expected);
  });

  test('is the net amount of the totals', async () => {
    const fields = [{ field: 'ccy_code' }, { field: 'money_moved', aggregation: 'SUM' }];
    const { body } = await search(fields);
    const totals = await search([{ field: 'txn_id' }], {}, admin, '/proxy/async/tqs/totals');
    expect(body.data).toEqual(
      totals.body.totals.map(({ ccyCode, net }: { ccyCode: string; net: string }) => [ccyCode, net]),
    );
  });

  test('counts the transactions that a filter finds', async () => {
    const filter = { operation: 'EQUALS', value: ['ORDER-1'] };
    const { body } = await search([
      { field: 'ccy_code' },
      { field: 'amount', aggregation: 'SUM' },
      { field: 'amount', aggregation: 'COUNT' },
      { field: 'merch_ref', display: false, filter },
    ]);
    expect(body.data).toEqual([['GBP', '19.00', 2]]);
  });

  test('pages and sorts by currency', async () => {
    const fields = [
      { field: 'ccy_code', sort: 'DESC' },
      { field: 'amount', aggregation: 'COUNT' },
    ];
    const { body } = await search(fields, { startFrom: 2, limit: 1, includeFieldNames: false });
    expect(body).toMatchObject({ data: [['JPY', 1]], resultsAvailable: 3 });
    expect(body).not.toHaveProperty('fieldNames');
  });

  test('answers on the path of the statements and to a merchant', async () => {
    const statements = await search(everything, {}, admin, '/proxy/async/tqs/reporting/internal/search');
    expect(statements.body.data).toEqual(expected);
    const { status, body } = await search(
      everything,
      { orgIds: [5_300_001] },
      actAsMerchant(app),
      '/reporting/transactions/search',
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual(expected);
  });

  test("stays within the caller's scope", async () => {
    const meridian = await actAs(app, 'admin@meridian.example');
    expect((await search(everything, {}, meridian)).body.data).toEqual([
      ['GBP', 1, '0.01', '0.01', '0.01', 1],
    ]);
    expect((await search(everything, { orgIds: [1211] })).status).toBe(403);
  });

  test('needs the permission of a filter', async () => {
    const support = await actAs(app, 'support@harbour.example');
    const filter = { field: 'IP_address', display: false, filter: { operation: 'IS_NULL' } };
    expect((await search([...everything, filter], {}, support)).status).toBe(403);
  });
});

describe('rejects', () => {
  const sum = { field: 'amount', aggregation: 'SUM' };
  const currency = { field: 'ccy_code' };
  test.each<[string, Field[], string]>([
    ['sums without the currency', [sum], 'ccy_code'],
    ['a hidden currency', [{ ...currency, display: false }, sum], 'ccy_code'],
    ['a column of transactions', [currency, sum, { field: 'txn_id' }], 'txn_id'],
    ['an aggregation of a text', [currency, { field: 'merch_ref', aggregation: 'COUNT' }], 'merch_ref'],
    ['the sum of ids', [currency, { field: 'txn_id', aggregation: 'SUM' }], 'txn_id'],
    ['a hidden aggregation', [currency, sum, { ...sum, display: false }], 'amount'],
    ['a sort by a sum', [currency, { ...sum, sort: 'DESC' }], 'amount'],
  ])('%s', async (_name, fields, field) => {
    const { status, body } = await search(fields);
    expect([status, body.message]).toEqual([400, `body.fields.${field}`]);
  });

  test('an aggregation that the metadata do not name', async () => {
    expect((await search([currency, { field: 'amount', aggregation: 'AVERAGE' }])).status).toBe(400);
  });

  test.each(['/proxy/async/tqs/count', '/proxy/async/tqs/totals'])('aggregations of %s', async (path) => {
    expect((await search([currency, sum], {}, admin, path)).status).toBe(400);
  });

  test('aggregations of an export', async () => {
    const { post } = await signInBrowser(app, 'admin@harbour.example');
    expect((await post({ ...exportOf([]), fields: [currency, sum] })).status).toBe(400);
  });
});

test('every aggregation of the metadata works, and no other', async () => {
  const { body } = await admin('GET', '/proxy/sync/tqs/reporting/internal/metadata');
  const fields = body.fields as { field: string; aggregations: string[] }[];
  const named = fields.filter(({ aggregations }) => aggregations.length > 0);
  expect(named.map(({ field }) => field).toSorted()).toEqual(
    ['amount', 'money_moved', 'requested_amount', 'txn_id', 'txn_volume'].toSorted(),
  );
  for (const { field, aggregations } of fields)
    for (const aggregation of ['SUM', 'COUNT']) {
      const { status } = await search([{ field: 'ccy_code' }, { field, aggregation }]);
      expect([field, aggregation, status]).toEqual([
        field,
        aggregation,
        aggregations.includes(aggregation) ? 200 : 400,
      ]);
    }
});
