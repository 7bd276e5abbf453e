import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('registers a card whose token pays later', async () => {
  const body = sessionOf({ money: undefined });
  const payer = await openAs(app, merchant, body, 'cards');
  expect((await payer.view()).body).toMatchObject({ kind: 'cards', amount: null, asks: { cv2: true } });
  const done = await payer.submit(good);
  expect(done.body).toMatchObject({
    step: 'RESULT',
    transactionState: 'SUCCESS',
    maskedCard: '990200******0018',
  });
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${done.body.transactionId}`);
  expect(read.body.transaction).toMatchObject({ type: 'VERIFY', amount: 0 });
  const token = read.body.paymentMethod.card.cardToken;
  expect(token).toMatch(/^MT_/);
  const paid = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
    transaction: { currency: 'GBP', amount: 3, commerceType: 'ECOM' },
    paymentMethod: { cardToken: { token } },
  });
  expect(paid.body.outcome.reasonCode).toBe('S100');
});
