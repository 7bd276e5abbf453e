import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Send, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, enrolled, good, openAs, sessionOf, statusOf } from './payer.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => app.stop());

it('ends the session of a payer who gives up', async () => {
  const payer = await openAs(app, shop);
  expect((await payer.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  expect(await statusOf(shop, payer)).toEqual(['TERMINATED', 'CANCELLED']);
  expect((await payer.submit(good)).body.step).toBe('CLOSED');
});

it('tells a declined payment as failed, and cancels one that waits for the issuer', async () => {
  const payer = await openAs(app, shop);
  await payer.submit(declined);
  expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'FAILED' });
  expect(await statusOf(shop, payer)).toEqual(['TERMINATED', 'FAILED']);
  const order = sessionOf({ money: { currency: 'GBP', amount: { fixed: 60 } } });
  const waiting = await openAs(app, shop, order);
  await waiting.submit(enrolled);
  expect((await waiting.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  // Who changes their mind is no duplicate.
  const again = await openAs(app, shop, order);
  expect((await again.submit(enrolled)).body.step).toBe('CHALLENGE');
});

it('undoes nothing that was paid', async () => {
  const payer = await openAs(app, shop);
  await payer.submit(good);
  expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
});
