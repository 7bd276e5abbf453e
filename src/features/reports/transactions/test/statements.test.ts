import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { countTransactions, searchStatements, sumTransactions } from '../endpoints.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  for (const [index, status] of ['SUCCESS', 'FAILED', 'SUCCESS'].entries())
    await insertTransaction(app.owner, { txnId: 10_000_000_001 + index, status });
  await insertTransaction(app.owner, {
    txnId: 10_000_000_100,
    merchantId: 1211,
    installationId: 5300006,
    companyId: 1200,
  });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const { url } = searchStatements;
const fields = [{ field: 'txn_id', sort: 'ASC' }];

test("returns the search's rows within the caller's scope", async () => {
  const { status, body } = await admin('POST', url, { startFrom: 1, limit: 25, fields });
  expect(status).toBe(200);
  expect(body.data).toEqual([['10000000001'], ['10000000002'], ['10000000003']]);
  expect(body.resultsAvailable).toBe(3);
});

test('rejects an organisation out of reach with 403', async () => {
  const { status } = await admin('POST', url, { startFrom: 1, limit: 25, orgIds: [1211], fields });
  expect(status).toBe(403);
});

test('an installation is a part of its merchant', async () => {
  const [installation = 0, other = 0] = (
    await app.owner<{ id: number }[]>`
      select id from organisation where type = 'INSTALLATION' and parent_id = 1111 order by id`
  ).map(({ id }) => id);
  expect(other).toBeGreaterThan(0);
  await app.owner`update txn set merchant_id = 1111, installation_id = ${installation} where company_id = 1100`;
  await app.owner`update txn set installation_id = ${other} where txn_id = 10000000002`;
  const found = async (orgIds: number[]) => {
    const body = { startFrom: 1, limit: 25, orgIds, fields };
    const [rows, count, totals] = await Promise.all(
      [url, countTransactions.url, sumTransactions.url].map(
        async (address) => (await admin('POST', address, body)).body,
      ),
    );
    expect([
      count.count,
      totals.totals.reduce((sum: number, { number }: { number: number }) => sum + number, 0),
    ]).toEqual([rows.resultsAvailable, rows.resultsAvailable]);
    return rows.data.map(([id]: [string]) => Number(id) - 10_000_000_000);
  };
  expect(await found([installation])).toEqual([1, 3]);
  expect(await found([other])).toEqual([2]);
  expect(await found([installation, other])).toEqual([1, 2, 3]);
  expect(await found([other, 1112])).toEqual([2]);
  expect(await found([other, 1111])).toEqual([1, 2, 3]);
  expect(await found([other, 1100])).toEqual([1, 2, 3]);
  const foreign = await admin('POST', url, { startFrom: 1, limit: 25, orgIds: [5_300_006], fields });
  expect(foreign.status).toBe(403);
});

test('counts the results of a search', async () => {
  const count = (filter?: object) =>
    admin('POST', countTransactions.url, {
      startFrom: 1,
      limit: 1,
      fields: [{ field: 'txn_status', ...(filter ? { filter } : {}) }],
    });
  expect((await count()).body).toEqual({ count: 3 });
  expect((await count({ operation: 'EQUALS', value: ['FAILED'] })).body).toEqual({ count: 1 });
  expect((await count({ operation: 'NOT_IN', value: ['FAILED'] })).body).toEqual({ count: 2 });
});

test.each([countTransactions, sumTransactions])(
  '$name rejects a filter on a column without permission, unknown fields and foreign organisations',
  async ({ url: address }) => {
    const coffee = await actAs(app, 'coffee@harbour.example');
    const send = (by: Send, field: string, more: object = {}) =>
      by('POST', address, {
        startFrom: 1,
        limit: 1,
        fields: [{ field, filter: { operation: 'GT', value: ['50'] } }],
        ...more,
      });
    expect((await send(coffee, 'fg_score')).status).toBe(403);
    expect((await send(admin, 'requested_amount', { orgIds: [1211] })).status).toBe(403);
    expect((await send(admin, 'no_such_field')).status).toBe(400);
    expect((await send(admin, 'ccy_code')).status).toBe(400);
  },
);

test('sums what moved by currency, whatever else is in the search', async () => {
  const sum = async (filter?: object) =>
    (
      await admin('POST', sumTransactions.url, {
        startFrom: 1,
        limit: 1,
        fields: [{ field: 'txn_status', ...(filter ? { filter } : {}) }],
      })
    ).body.totals;
  const [all] = await sum();
  expect(all).toMatchObject({ ccyCode: 'GBP', number: 3, refunded: '0.00', paidOut: '0.00' });
  expect(all.net).toBe(all.taken);
  expect(await sum({ operation: 'EQUALS', value: ['FAILED'] })).toEqual([
    { ccyCode: 'GBP', number: 1, taken: '0.00', refunded: '0.00', paidOut: '0.00', net: '0.00' },
  ]);
  expect(await sum({ operation: 'EQUALS', value: ['EXPIRED'] })).toEqual([]);
});

test('returns nothing later than its snapshot', async () => {
  const tomorrow = new Date(app.clock.now().getTime() + 86_400_000);
  await insertTransaction(app.owner, { txnId: 10_000_000_200, at: tomorrow, type: 'VERIFY' });
  const { body } = await admin('POST', url, { startFrom: 1, limit: 25, fields });
  expect(body.snapshotTime).toBe(app.clock.now().toISOString());
  expect(body.resultsAvailable).toBe(3);
});

test('pages a snapshot without gaps while rows arrive', async () => {
  const startMs = app.clock.now().getTime();
  const kind = { field: 'txn_type', display: false, filter: { operation: 'EQUALS', value: ['REFUND'] } };
  const order = [{ field: 'requested_amount', display: false, sort: 'DESC' }, { field: 'txn_id' }, kind];
  let nextId = 10_000_001_000;
  const arrive = async (number: number) => {
    for (let index = 0; index < number; index += 1) {
      nextId += 1;
      const second = new Date(app.clock.now().getTime() - index);
      // Every amount occurs many times, so the order needs a tie-breaker.
      await insertTransaction(app.owner, {
        txnId: nextId,
        type: 'REFUND',
        at: second,
        minor: 100 + (index % 3),
      });
    }
  };
  await arrive(60);
  const page = async (startFrom: number, snapshot: string | undefined) => {
    const until = {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'LTE', value: [snapshot] },
    };
    const fields = snapshot === undefined ? order : [...order, until];
    const { status, body } = await admin('POST', url, { startFrom, limit: 25, fields });
    expect(status).toBe(200);
    return body as { data: string[][]; resultsAvailable: number; snapshotTime: string };
  };
  const first = await page(1, undefined);
  const found = first.data.map(([id]) => id);
  for (const startFrom of [26, 51]) {
    app.clock.advance(60_000);
    await arrive(20);
    const next = await page(startFrom, first.snapshotTime);
    expect(next.resultsAvailable).toBe(60);
    found.push(...next.data.map(([id]) => id));
  }
  expect(new Set(found).size).toBe(60);
  expect(found.length).toBe(60);
  expect((await page(1, undefined)).resultsAvailable).toBe(100);
  expect(app.clock.now().getTime()).toBe(startMs + 120_000);
});
