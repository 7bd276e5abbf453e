import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Send, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good, hosted, openAs, sessionOf, statusOf } from './payer.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => app.stop());

it.each([
  [false, 'PAYOUT'],
  [true, 'PAYOUT_INITIALIZE'],
])('pays out to the card that the payee enters; deferred %j makes a %s', async (deferred, type) => {
  const payee = await openAs(app, shop, sessionOf({ deferred }), 'payouts');
  const { cv2: _none, ...card } = good;
  expect((await payee.view()).body).toMatchObject({ kind: 'payouts', asks: { cv2: false, address: false } });
  const done = await payee.submit(card);
  expect(done.body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  expect(await statusOf(shop, payee)).toEqual(['TERMINATED', 'SUCCESS']);
  const [txn] = await app.owner`select txn_type from txn where txn_id = ${done.body.transactionId}`;
  expect(txn).toEqual({ txn_type: type });
});

it('lets no payee name the amount', async () => {
  const body = sessionOf({ money: { currency: 'GBP', amount: {} } });
  expect((await shop('POST', `${hosted}/payouts`, body)).body.reasonCode).toBe('V129');
});
