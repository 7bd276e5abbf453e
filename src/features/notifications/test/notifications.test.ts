import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { base, paid, payment } from '#features/payments/test/payment-fixtures.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('listNotifications', () => {
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
});

describe('sendNotificationAgain', () => {
  test('leaves queued ones alone and rejects other transactions', async () => {
    const merchant = actAsMerchant(app);
    const admin = await actAs(app, 'admin@harbour.example');
    const callbacks = { transactionNotification: { url: 'https://shop.example/told' } };
    const pay = (amount: string) =>
      merchant('POST', `${base}/payment`, payment({ amount }, undefined, { callbacks }));
    const [one, two] = [await pay('1.00'), await pay('2.00')];
    const place = (id: string) => `/proxy/sync/ta/transactions/5300001/${id}/notifications`;
    const ids = [one, two].map(({ body }) => body.transaction.transactionId as string);
    const [notification] = (await admin('GET', place(ids[0] ?? ''))).body;
    const again = await admin('POST', `${place(ids[0] ?? '')}/${notification.id}/send`, {});
    expect(again.body).toEqual([notification]);
    expect((await admin('POST', `${place(ids[1] ?? '')}/${notification.id}/send`, {})).status).toBe(404);
    expect((await admin('POST', `${place(ids[0] ?? '')}/nonsense/send`, {})).status).toBe(404);
  });
});
