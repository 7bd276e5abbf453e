import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireHostedSessions } from '../server/jobs/expire-hosted-sessions.ts';
import { expireSuspended } from '#features/payments/server/jobs/expire-payments.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, enrolled, good, hosted, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const minutes = (count: number) => app.clock.advance(count * 60_000);

test('returns no transaction id before the first attempt', async () => {
  const payer = await openAs(app, merchant);
  const before = await merchant('GET', `${hosted}/${payer.sessionId}/status`);
  expect(before).toMatchObject({
    status: 200,
    body: {
      status: 'SUCCESS',
      hostedSessionStatus: {
        sessionId: payer.sessionId,
        context: 'http://localhost:8081/hosted',
        stale: false,
        lastInteraction: app.clock.now().getTime(),
        sessionState: 'CREATED',
        transactionState: { transactionState: 'NOT_SUBMITTED' },
      },
    },
  });
  expect(before.body.hostedSessionStatus.transactionState).not.toHaveProperty('id');
  minutes(2);
  await payer.view();
  const started = (await merchant('GET', `${hosted}/${payer.sessionId}/status`)).body.hostedSessionStatus;
  expect(started).toMatchObject({ sessionState: 'STARTED', lastInteraction: app.clock.now().getTime() });
  const { transactionId } = (await payer.submit(good)).body;
  const clerk = await actAs(app, 'coffee@harbour.example');
  const after = await clerk('GET', `/proxy/sync/hf/sessions/5300001/${payer.sessionId}/status`);
  expect(after.body.hostedSessionStatus).toMatchObject({
    sessionState: 'TERMINATED',
    transactionState: { id: transactionId, transactionState: 'SUCCESS' },
  });
});

test('expires after half an hour, before and after the job has run', async () => {
  const payer = await openAs(app, merchant);
  minutes(29);
  await payer.view();
  minutes(29);
  expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'NOT_SUBMITTED']);
  minutes(1);
  expect(await statusOf(merchant, payer)).toEqual(['EXPIRED', 'EXPIRED']);
  expect((await payer.submit(good)).body).toMatchObject({ step: 'CLOSED', transactionState: 'EXPIRED' });
  await expireHostedSessions.run(app.services);
  expect(await app.owner`select state from hosted_session where session_id = ${payer.sessionId}`).toEqual([
    { state: 'EXPIRED' },
  ]);
  expect(await statusOf(merchant, payer)).toEqual(['EXPIRED', 'EXPIRED']);
});

test('is pending during 3-D Secure and expires with the payment', async () => {
  const body = sessionOf({ money: { currency: 'GBP', amount: { fixed: 40 } } });
  const payer = await openAs(app, merchant, body);
  await payer.submit(enrolled);
  expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
  minutes(25);
  await expireSuspended.run(app.services);
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'EXPIRED']);
  expect((await payer.view()).body.step).toBe('CLOSED');
});

test('is FAILED while the payer may try another card', async () => {
  const payer = await openAs(app, merchant);
  await payer.submit(declined);
  expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'FAILED']);
  const { body } = await merchant('GET', `${hosted}/${payer.sessionId}/status`);
  expect(body.hostedSessionStatus.transactionState.outcome).toEqual({
    reasonCode: 'D100',
    statusCode: '05',
    scheme: 'VISA',
    advice: { group: 'ISSUER', side: 'ISSUER', retry: 'LATER', notBefore: expect.any(String) },
  });
});

test('advises the merchant by the scheme and its advice code', async () => {
  const body = sessionOf({ money: { currency: 'GBP', amount: { fixed: '12.82' } } });
  const payer = await openAs(app, merchant, body);
  await payer.submit({ ...good, pan: '9900000000000010' });
  const response = await merchant('GET', `${hosted}/${payer.sessionId}/status`);
  expect(response.body.hostedSessionStatus.transactionState.outcome).toEqual({
    reasonCode: 'D100',
    statusCode: '82',
    scheme: 'MASTERCARD',
    adviceCode: '26',
    advice: {
      group: 'NOT_ALLOWED',
      side: 'ISSUER',
      retry: 'LATER',
      notBefore: new Date(app.clock.now().getTime() + 48 * 3_600_000).toISOString(),
    },
  });
});

test('finds no unknown session and none of another installation', async () => {
  const { sessionId } = await openAs(app, merchant);
  for (const [inst, id] of [
    ['5300001', 'x'.repeat(32)],
    ['5300003', sessionId],
  ]) {
    const response = await merchant('GET', `/hosted/rest/sessions/${inst}/${id}/status`);
    expect([response.status, response.body]).toEqual([
      404,
      { status: 'FAILED', reasonCode: 'exception.sessionState.noSession', reasonMessage: expect.any(String) },
    ]);
  }
  const meridian = actAsMerchant(app, 'meridian-api');
  expect((await meridian('GET', `${hosted}/${sessionId}/status`)).status).toBe(403);
});
