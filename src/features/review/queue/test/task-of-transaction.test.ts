import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deferEmail, deferred } from './queue-fixtures.ts';

const email = 'details@x.example';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await paid(merchant);
  await deferEmail(app, email, 'capture', 2);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => closeMerchant(app));

const details = async (send: Send, txnId: string) =>
  (await send('GET', `/proxy/sync/tqs/transaction/${txnId}`)).body;

test('a deferred payment names its task for reviewers', async () => {
  const txnId = await deferred(merchant, email, { amount: '31.10' });
  const { queueTask, captureInformation } = await details(admin, txnId);
  expect(queueTask).toMatchObject({ transactionId: txnId, status: 'NEW', finalAction: 'capture' });
  expect(captureInformation).toMatchObject({ permitted: true, availableToProcess: true });
  const support = await actAs(app, 'support@harbour.example');
  expect((await details(support, txnId)).queueTask).toBeNull();
});

test('a decided payment has no task any more', async () => {
  const txnId = await deferred(merchant, email, { amount: '31.20' });
  await merchant('POST', `${base}/${txnId}/capture`, {});
  expect((await details(admin, txnId)).queueTask).toBeNull();
});

test('a payment takes no other action while its task is being decided', async () => {
  const txnId = await deferred(merchant, email, { amount: '31.30' });
  await app.owner`update queue_task set status = 'FLUSHING' where txn_id = ${txnId}`;
  const { captureInformation, cancelInformation } = await details(admin, txnId);
  expect(captureInformation).toMatchObject({ permitted: true, availableToProcess: false });
  expect(cancelInformation).toMatchObject({ permitted: true, availableToProcess: false });
});
