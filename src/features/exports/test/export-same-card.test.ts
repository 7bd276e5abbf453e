import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { cellsOf, exportOf, exportUrl, formPoster } from './export-form.ts';

let app: TestApp;
const place = (id: number) => ({ url: `${exportUrl}/${id}/card` });

beforeAll(async () => {
  app = await startApp();
  for (const txnId of [40_000_000_001, 40_000_000_002, 40_000_000_003]) {
    await insertTransaction(app.owner, { txnId });
  }
  await insertTransaction(app.owner, {
    txnId: 40_000_000_004,
    companyId: 1200,
    merchantId: 1211,
    installationId: 5300006,
  });
  await app.owner`update txn set card_correlation_id = 'card-a' where txn_id <> 40000000003`;
  await app.owner`update txn set card_correlation_id = 'card-b' where txn_id = 40000000003`;
});
afterAll(() => app.stop());

test("exports the card's visible transactions only", async () => {
  const analyst = await formPoster(app, 'analyst@harbour.example');
  const response = await analyst.post(exportOf(['txn_id']), place(40_000_000_001));
  expect(response).toMatchObject({ status: 200, cookie: 'success' });
  expect(cellsOf(response.text).slice(1).flat().sort()).toEqual(['40000000001', '40000000002']);
  const [line] = await app.owner`
    select object_kind as kind, object_id as id, outcome from audit_event where act = 'exportSameCard'`;
  expect(line).toEqual({ kind: 'transaction', id: '40000000001', outcome: 'allowed' });
});

test("rejects another company's transaction and a cashier", async () => {
  const analyst = await formPoster(app, 'analyst@harbour.example');
  expect(await analyst.post(exportOf(['txn_id']), place(40_000_000_004))).toMatchObject({
    status: 404,
    cookie: '404',
  });
  const cashier = await formPoster(app, 'coffee@harbour.example');
  expect(await cashier.post(exportOf(['txn_id']), place(40_000_000_001))).toMatchObject({
    status: 403,
    cookie: '403',
  });
});
