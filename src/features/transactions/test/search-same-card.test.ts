import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let analyst: Send;
const [one, again, other, unknown, foreign] = [
  10_000_000_001, 10_000_000_002, 10_000_000_003, 10_000_000_004, 10_000_000_100,
];
beforeAll(async () => {
  app = await startApp();
  for (const txnId of [one, again, other, unknown]) await insertTransaction(app.owner, { txnId });
  await insertTransaction(app.owner, {
    txnId: foreign,
    merchantId: 1211,
    installationId: 5300006,
    companyId: 1200,
  });
  await app.owner`update txn set card_correlation_id = 'card-a' where txn_id in (${one}, ${again}, ${foreign})`;
  await app.owner`update txn set card_correlation_id = 'card-b' where txn_id = ${other}`;
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

const ctx = (send: Send, id: number, fields: object[] = [{ field: 'txn_id', sort: 'ASC' }]) =>
  send('POST', `/proxy/sync/tqs/reporting/internal/search/${id}/card`, { startFrom: 1, limit: 25, fields });

test('finds what was paid with the same card, and nothing of other companies', async () => {
  const { status, body } = await ctx(analyst, one);
  expect(status).toBe(200);
  expect(body.data).toEqual([[String(one)], [String(again)]]);
  expect(body.resultsAvailable).toBe(2);
});

test('in another order than that of time names the moment up to which further pages are asked', async () => {
  const byAmount = [{ field: 'txn_id' }, { field: 'requested_amount', sort: 'ASC' }];
  const { body } = await ctx(analyst, one, byAmount);
  expect(body.snapshotTime).toBe(app.clock.now().toISOString());
  expect(body.resultsAvailable).toBe(2);
  expect(
    (await ctx(analyst, one, [{ field: 'txn_datetime', sort: 'DESC' }])).body.snapshotTime,
  ).toBeUndefined();
});

test('a transaction without a card, out of reach or not there has no same card', async () => {
  for (const id of [unknown, foreign, 99_999_999_999]) expect((await ctx(analyst, id)).status).toBe(404);
});

test('needs a permission on fraud', async () => {
  const coffee = await actAs(app, 'coffee@harbour.example');
  expect((await ctx(coffee, one)).status).toBe(403);
});
