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

it('tells the shop that its payer has left the bank’s page', async () => {
  const told = { transactionNotification: { url: 'https://shop.example/told', format: 'REST_JSON' } };
  const payer = await openAs(
    app,
    shop,
    sessionOf({ money: { currency: 'GBP', amount: { fixed: '40.00' } } }, told),
  );
  expect((await payer.submit(enrolled)).body.step).toBe('CHALLENGE');
  await payer.leave();
  const queued = await app.owner`
    select n.kind, n.body::json #>> '{outcome,reasonCode}' as code from notification n
    join hosted_session s on s.txn_id = n.txn_id where s.session_id = ${payer.sessionId}`;
  expect(queued).toEqual([{ kind: 'TRANSACTION', code: 'C106' }]);
});
