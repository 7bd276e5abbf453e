import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  for (const [at, status] of ['SUCCESS', 'FAILED', 'SUCCESS'].entries())
    await insertTransaction(app.owner, { txnId: 10_000_000_001 + at, status });
  await insertTransaction(app.owner, {
    txnId: 10_000_000_100,
    merchantId: 1211,
    installationId: 5300006,
    companyId: 1200,
  });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const url = '/proxy/async/tqs/count';

test('counts what a search would find', async () => {
  const ctx = (filter?: object) =>
    admin('POST', url, {
      startFrom: 1,
      limit: 1,
      fields: [{ field: 'txn_status', ...(filter ? { filter } : {}) }],
    });
  expect((await ctx()).body).toEqual({ count: 3 });
  expect((await ctx({ operation: 'EQUALS', value: ['FAILED'] })).body).toEqual({ count: 1 });
  expect((await ctx({ operation: 'NOT_IN', value: ['FAILED'] })).body).toEqual({ count: 2 });
});

test('refuses a filter on a column that the caller may not see', async () => {
  const support = await actAs(app, 'coffee@harbour.example');
  const { status } = await support('POST', url, {
    startFrom: 1,
    limit: 1,
    fields: [{ field: 'fg_score', filter: { operation: 'GT', value: ['50'] } }],
  });
  expect(status).toBe(403);
});
