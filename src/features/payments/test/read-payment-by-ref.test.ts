import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Send, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, goodCard, paid, payment } from './shop.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => app.stop());

const byRef = (ref: string) => shop('GET', `${base}/byRef?merchantRef=${encodeURIComponent(ref)}`);

it('finds all tries with the reference, newest first', async () => {
  const declined = await shop('POST', `${base}/payment`, payment({ merchantRef: 'ref 1', amount: '9.51' }));
  app.clock.advance(61_000);
  const latest = await paid(shop, { merchantRef: 'ref 1' });
  const { status, body } = await byRef('ref 1');
  expect(status).toBe(200);
  const found = body.map((one: { transaction: { transactionId: string } }) => one.transaction.transactionId);
  expect(found).toEqual([latest, declined.body.transaction?.transactionId ?? expect.any(String)]);
});

it('finds a reference that was masked because it held a card number', async () => {
  const id = await paid(shop, { merchantRef: goodCard.pan });
  const answer = await byRef(goodCard.pan);
  const transaction = { transactionId: id, merchantRef: '990000******0010', masked: ['merchantRef'] };
  expect(answer.body).toMatchObject([{ transaction }]);
});

it('answers 404 A400 for an unknown reference and 400 without one', async () => {
  const unknown = await byRef('nothing');
  expect([unknown.status, unknown.body.reasonCode]).toEqual([404, 'A400']);
  const missing = await shop('GET', `${base}/byRef`);
  expect([missing.status, missing.body.reasonCode]).toEqual([400, 'V100']);
});
