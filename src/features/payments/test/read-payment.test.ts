import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, paid } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('reads a transaction with history and follow-ups, and no outcome', async () => {
  const id = await paid(merchant, { merchantRef: 'read-1' });
  await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 5 } });
  const answer = await merchant('GET', `${base}/${id}`);
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty('outcome');
  expect(answer.body).toMatchObject({
    transaction: { transactionId: id, merchantRef: 'read-1', status: 'SUCCESS', amount: 25 },
    history: [{ transactionStatus: 'SUCCESS', reasonCode: 'S100' }],
    followUpStatus: {
      status: [{ name: 'REFUNDED', followUpTransaction: [{ timeStamp: expect.any(String) }] }],
    },
  });
  const place = `${app.services.config.checkoutUrl}${base}/${id}`;
  expect(answer.body.link).toEqual([
    { rel: 'self', href: place },
    { rel: 'transaction', href: place },
    { rel: 'refund', href: `${place}/refund` },
    { rel: 'repeat', href: `${place}/repeat` },
  ]);
});

test('answers 404 A400 for an unknown id and for another shop’s', async () => {
  const id = await paid(merchant);
  const unknown = await merchant('GET', `${base}/99999999999`);
  const foreign = await actAsMerchant(app, 'meridian-api')(
    'GET',
    `/acceptor/rest/transactions/5300006/${id}`,
  );
  for (const answer of [unknown, foreign]) {
    expect([answer.status, answer.body.status, answer.body.reasonCode]).toEqual([404, 'FAILED', 'A400']);
  }
});
