import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, enrolled, good, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('ends the session of a payer who cancels', async () => {
  const payer = await openAs(app, merchant);
  expect((await payer.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'CANCELLED']);
  expect((await payer.submit(good)).body.step).toBe('CLOSED');
});

test('cancels a payment at 3-D Secure, but not a declined one', async () => {
  const payer = await openAs(app, merchant);
  await payer.submit(declined);
  expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'FAILED' });
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'FAILED']);
  const order = sessionOf({ money: { currency: 'GBP', amount: { fixed: 60 } } });
  const waiting = await openAs(app, merchant, order);
  await waiting.submit(enrolled);
  expect((await waiting.leave()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  // A payer who starts again is no duplicate.
  const again = await openAs(app, merchant, order);
  expect((await again.submit(enrolled)).body.step).toBe('CHALLENGE');
});

test('leaves a paid session unchanged', async () => {
  const payer = await openAs(app, merchant);
  await payer.submit(good);
  expect((await payer.leave()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
});

test('notifies the merchant that the payer left 3-D Secure', async () => {
  const told = { transactionNotification: { url: 'https://shop.example/told', format: 'REST_JSON' } };
  const payer = await openAs(
    app,
    merchant,
    sessionOf({ money: { currency: 'GBP', amount: { fixed: '40.00' } } }, told),
  );
  expect((await payer.submit(enrolled)).body.step).toBe('CHALLENGE');
  await payer.leave();
  const queued = await app.owner`
    select n.kind, n.body::json #>> '{outcome,reasonCode}' as code from notification n
    join hosted_session s on s.txn_id = n.txn_id where s.session_id = ${payer.sessionId}`;
  expect(queued).toEqual([{ kind: 'TRANSACTION', code: 'C106' }]);
});
