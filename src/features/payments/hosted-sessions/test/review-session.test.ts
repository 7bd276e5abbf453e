import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { replaySuspended } from '#features/payments/payments/server/jobs/replay-suspended.ts';
import {
  type MerchantBehaviour,
  decidingMerchant,
} from '#features/payments/payments/test/deciding-merchant.ts';
import { closeMerchant, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  asForm,
  enrolled,
  formType,
  good,
  hosted,
  issuerResponse,
  openAs,
  sessionOf,
  callbackUrl,
  statusOf,
} from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
let decider: Awaited<ReturnType<typeof decidingMerchant>>;
beforeAll(async () => {
  decider = await decidingMerchant();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  decider.stop();
  await closeMerchant(app);
});

const base = '/acceptor/rest/transactions/5300001';
const openReviewed = (review: MerchantBehaviour, transaction = {}) => {
  decider.respondWith(review);
  return openAs(app, merchant, sessionOf(transaction, decider.callbacks('preAuthCallback').callbacks));
};

test('shows that the merchant reviews the payment', async () => {
  const payer = await openReviewed({ action: 'SUSPEND' });
  const view = (await payer.submit(good)).body;
  expect(view).toMatchObject({
    step: 'REVIEW',
    transactionState: 'PENDING',
    problem: null,
    redirect: null,
    againUrl: null,
    leadsToMerchant: true,
    returnUrl: expect.stringContaining(callbackUrl),
  });
  expect((await payer.view()).body).toMatchObject({ step: 'REVIEW' });
  // No second card during the review.
  expect((await payer.submit(good)).body).toMatchObject({
    step: 'REVIEW',
    transactionId: view.transactionId,
  });
  expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
  const status = await merchant('GET', `${hosted}/${payer.sessionId}/status`);
  expect(status.body.hostedSessionStatus.transactionState.outcome).toEqual({
    reasonCode: 'U101',
    scheme: 'VISA',
  });
  expect(reason(await merchant('POST', `${base}/${view.transactionId}/resume`, {}))).toBe('S100');
  expect((await payer.view()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
});

test('shows the result after a replay', async () => {
  const payer = await openReviewed({ action: 'SUSPEND_REPLAY' });
  expect((await payer.submit(good)).body.step).toBe('REVIEW');
  decider.respondWith({ action: 'PROCEED' });
  app.clock.advance(minuteMs);
  await replaySuspended.run(app.services);
  expect((await payer.view()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
});

test('is cancelled when the payer leaves', async () => {
  const payer = await openReviewed({ action: 'SUSPEND_REPLAY' });
  const { transactionId } = (await payer.submit(good)).body;
  expect((await payer.leave()).body).toMatchObject({ step: 'CLOSED', closed: 'cancelled' });
  decider.respondWith({ action: 'PROCEED' });
  app.clock.advance(minuteMs);
  await replaySuspended.run(app.services);
  expect(decider.received).toEqual([]);
  const { history } = (await merchant('GET', `${base}/${transactionId}`)).body;
  expect(history.map(({ reasonCode }: { reasonCode: string }) => reasonCode)).toEqual(['U102', 'C106']);
});

test('is cancelled with its session', async () => {
  const payer = await openReviewed({ action: 'SUSPEND' });
  await payer.submit(good);
  expect((await merchant('POST', `${hosted}/${payer.sessionId}/invalidate`, {})).status).toBe(200);
  expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
});

test('stays open until the payment expires', async () => {
  const payer = await openReviewed({ action: 'SUSPEND' });
  await payer.submit(good);
  app.clock.advance(25 * minuteMs);
  await expireSuspended.run(app.services);
  expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', closed: 'expired' });
});

test('redirects to the merchant’s page', async () => {
  const redirect = { url: 'https://shop.harbour.example/check', frame: 'TOP' };
  const payer = await openReviewed({ action: 'SUSPEND', redirect });
  expect((await payer.submit(good)).body).toMatchObject({ step: 'REVIEW', redirect });
  const elsewhere = await openReviewed({ action: 'SUSPEND', redirect: { url: 'https://evil.example/' } });
  expect((await elsewhere.submit(good)).body).toMatchObject({ step: 'REVIEW', redirect: null });
});

test('follows a challenge', async () => {
  const payer = await openReviewed(
    { action: 'SUSPEND' },
    { money: { currency: 'GBP', amount: { fixed: '40.00' } } },
  );
  const { transactionId, step } = (await payer.submit(enrolled)).body;
  expect(step).toBe('CHALLENGE');
  const body = asForm(await issuerResponse(app, merchant, transactionId, 'Test_5132'));
  await payer.send('POST', payer.page.replace('/session/', '/authenticated/'), body, formType);
  expect((await payer.view()).body.step).toBe('REVIEW');
  expect(reason(await merchant('POST', `${base}/${transactionId}/resume`, {}))).toBe('S100');
});
