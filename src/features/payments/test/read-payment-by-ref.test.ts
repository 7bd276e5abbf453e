import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Send, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, goodCard, paid } from './shop.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => app.stop());

const byRef = (ref: string) => shop('GET', `${base}/byRef?merchantRef=${encodeURIComponent(ref)}`);

it('finds the latest transaction with the reference', async () => {
  await paid(shop, { merchantRef: 'ref 1' });
  app.clock.advance(61_000);
  const latest = await paid(shop, { merchantRef: 'ref 1' });
  expect((await byRef('ref 1')).body.transaction.transactionId).toBe(latest);
});

it('finds a reference that was masked because it held a card number', async () => {
  const id = await paid(shop, { merchantRef: goodCard.pan });
  const answer = await byRef(goodCard.pan);
  expect(answer.body.transaction).toMatchObject({ transactionId: id, merchantRef: '990000******0010' });
});

it('answers 404 A400 for an unknown reference and 400 without one', async () => {
  const unknown = await byRef('nothing');
  expect([unknown.status, unknown.body.reasonCode]).toEqual([404, 'A400']);
  const missing = await shop('GET', `${base}/byRef`);
  expect([missing.status, missing.body.reasonCode]).toEqual([400, 'V100']);
});
