import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, paid, payment } from '#features/payments/test/payment-fixtures.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('lists the notifications of a transaction', async () => {
  const merchant = actAsMerchant(app);
  const admin = await actAs(app, 'admin@harbour.example');
  const url = 'https://shop.example/told';
  const response = await merchant(
    'POST',
    `${base}/payment`,
    payment({}, undefined, { callbacks: { transactionNotification: { url: `${url}?key=secret` } } }),
  );
  const of = (id: string) => admin('GET', `/proxy/sync/ta/transactions/5300001/${id}/notifications`);
  expect((await of(response.body.transaction.transactionId)).body).toMatchObject([
    { kind: 'TRANSACTION', url, state: 'queued', attempts: 0, deliveredAt: null, lastResult: null },
  ]);
  expect((await of(await paid(merchant, { amount: '3.00' }))).body).toEqual([]);
});
