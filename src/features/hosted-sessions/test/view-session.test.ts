import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openAs, payerAt, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('returns amount, merchant and allowed parents', async () => {
  const payer = await openAs(app, merchant, {
    ...sessionOf({}, { cancelUrl: { url: 'https://shop.harbour.example/no' } }),
    locale: 'pt-BR',
  });
  expect((await payer.view()).body).toMatchObject({
    step: 'FORM',
    kind: 'payments',
    merchantName: 'Harbour Coffee',
    isTest: true,
    language: 'pt_BR',
    skin: '2',
    currency: 'GBP',
    digits: 2,
    amount: '25.00',
    description: 'Two flat whites',
    asks: { cv2: true, address: false },
    holderName: 'Ada Lovell',
    cancelUrl: expect.stringContaining('https://shop.harbour.example/no?sessionId='),
    parents: [
      'https://shop.harbour.example',
      'http://localhost:*',
      'http://127.0.0.1:*',
      'http://localhost:8081',
    ],
  });
});

test('requires both parts of the URL', async () => {
  const payer = await openAs(app, merchant);
  const other = await openAs(app, merchant);
  const wrong = payerAt(app, `/hosted/${other.page.split('/')[2]}/begin/${payer.sessionId}`);
  const response = await wrong.view();
  expect([response.status, response.body.reasonCode]).toEqual([404, 'exception.sessionState.noSession']);
  expect((await wrong.leave()).status).toBe(404);
});

test('limits requests for unknown sessions', async () => {
  const nobody = payerAt(app, `/hosted/k/begin/${'z'.repeat(32)}`);
  let status = 404;
  for (let tries = 0; tries < 70 && status === 404; tries += 1) status = (await nobody.view()).status;
  expect(status).toBe(429);
});
