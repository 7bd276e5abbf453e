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

const url = '/proxy/async/tqs/reporting/internal/search';
const fields = [{ field: 'txn_id', sort: 'ASC' }];

test('answers as the search does, within what the caller may see', async () => {
  const { status, body } = await admin('POST', url, { startFrom: 1, limit: 25, fields });
  expect(status).toBe(200);
  expect(body.data).toEqual([['10000000001'], ['10000000002'], ['10000000003']]);
  expect(body.resultsAvailable).toBe(3);
});

test('an organisation out of reach is refused with 403, which the grid shows', async () => {
  const { status } = await admin('POST', url, { startFrom: 1, limit: 25, orgIds: [1211], fields });
  expect(status).toBe(403);
});
