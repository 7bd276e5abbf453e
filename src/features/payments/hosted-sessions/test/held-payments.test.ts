import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { deferEmail } from '#features/review/queue/test/queue-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good, openAs, payerAt, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const followUp = (id: string, action: string) =>
  merchant('POST', `/acceptor/rest/transactions/5300001/${id}/${action}`, {});

test('shows a payment that a rule defers as reserved and checked, until it is captured', async () => {
  const email = 'deferred@payer.example';
  await deferEmail(app, email, 'capture', 2);
  const customer = { details: { name: 'Ada Lovell', emailAddress: email, address: { line1: '1 Quay' } } };
  const payer = await openAs(app, merchant, sessionOf({}, {}, { customer }));
  const { body } = await payer.submit(good);
  expect(body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS', held: 'REVIEW' });
  expect((await followUp(body.transactionId, 'capture')).status).toBe(201);
  expect((await payer.view()).body).toMatchObject({ step: 'RESULT', held: null });
});

test('shows an authorisation of the merchant as reserved', async () => {
  const payer = await openAs(app, merchant, sessionOf({ deferred: true }));
  const { body } = await payer.submit(good);
  expect(body).toMatchObject({ transactionState: 'SUCCESS', held: 'RESERVED' });
  expect((await followUp(body.transactionId, 'cancel')).status).toBe(201);
  expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', held: null });
});

test('shows a payment as complete', async () => {
  const payer = await openAs(app, merchant);
  expect((await payer.submit(good)).body).toMatchObject({ transactionState: 'SUCCESS', held: null });
});

test('shows a payer who returns to a link that the amount is reserved', async () => {
  const created = await merchant('POST', '/smartlink/links/5300001/payment', {
    transaction: { money: { currency: 'GBP', amount: { fixed: '5.00' } }, deferred: true },
    customer: { details: { address: { line1: '1 Quay' } } },
  });
  const { pathname } = new URL(created.body.smartLinkResponseDetail.link);
  const opened = await app.gateway.inject({ method: 'GET', url: pathname });
  const payer = payerAt(app, String(opened.headers.location));
  expect((await payer.submit(good)).body).toMatchObject({ held: 'RESERVED' });
  const returned = await app.gateway.inject({
    method: 'GET',
    url: `${pathname}?sessionId=${payer.sessionId}`,
  });
  expect(returned.body).toContain('data-notice="reserved"');
});
