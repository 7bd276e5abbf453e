import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireHostedSessions } from '#features/hosted-sessions/server/jobs/expire-hosted-sessions.ts';
import { expireSuspended } from '#features/payments/server/jobs/expire-suspended.ts';
import { type Send, actAs, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, enrolled, good, hosted, openAs, sessionOf, statusOf } from './payer.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(() => app.stop());

const minutes = (count: number) => app.clock.advance(count * 60_000);

it('tells in the shape of domain §1.4, without an id until there is a transaction', async () => {
  const payer = await openAs(app, shop);
  const before = await shop('GET', `${hosted}/${payer.sessionId}/status`);
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
  const started = (await shop('GET', `${hosted}/${payer.sessionId}/status`)).body.hostedSessionStatus;
  expect(started).toMatchObject({ sessionState: 'STARTED', lastInteraction: app.clock.now().getTime() });
  const { transactionId } = (await payer.submit(good)).body;
  const clerk = await actAs(app, 'coffee@harbour.example');
  const after = await clerk('GET', `/proxy/sync/hf/sessions/5300001/${payer.sessionId}/status`);
  expect(after.body.hostedSessionStatus).toMatchObject({
    sessionState: 'TERMINATED',
    transactionState: { id: transactionId, transactionState: 'SUCCESS' },
  });
});

it('expires after half an hour without the payer, before and after anybody writes it down', async () => {
  const payer = await openAs(app, shop);
  minutes(29);
  await payer.view();
  minutes(29);
  expect(await statusOf(shop, payer)).toEqual(['STARTED', 'NOT_SUBMITTED']);
  minutes(1);
  expect(await statusOf(shop, payer)).toEqual(['EXPIRED', 'EXPIRED']);
  expect((await payer.submit(good)).body).toMatchObject({ step: 'CLOSED', transactionState: 'EXPIRED' });
  await expireHostedSessions.run(app.services);
  expect(await app.owner`select state from hosted_session where session_id = ${payer.sessionId}`).toEqual([
    { state: 'EXPIRED' },
  ]);
  expect(await statusOf(shop, payer)).toEqual(['EXPIRED', 'EXPIRED']);
});

it('is pending while the payer is with the card’s issuer, and expires with the payment', async () => {
  const body = sessionOf({ money: { currency: 'GBP', amount: { fixed: 40 } } });
  const payer = await openAs(app, shop, body);
  await payer.submit(enrolled);
  expect(await statusOf(shop, payer)).toEqual(['STARTED', 'PENDING']);
  minutes(25);
  await expireSuspended.run(app.services);
  expect(await statusOf(shop, payer)).toEqual(['TERMINATED', 'EXPIRED']);
  expect((await payer.view()).body.step).toBe('CLOSED');
});

it('says FAILED while another card may be tried', async () => {
  const payer = await openAs(app, shop);
  await payer.submit(declined);
  expect(await statusOf(shop, payer)).toEqual(['STARTED', 'FAILED']);
  const { body } = await shop('GET', `${hosted}/${payer.sessionId}/status`);
  expect(body.hostedSessionStatus.transactionState.outcome).toEqual({ reasonCode: 'D100', statusCode: '05' });
});

it('knows no session of nobody and of another installation', async () => {
  const { sessionId } = await openAs(app, shop);
  for (const [inst, id] of [
    ['5300001', 'x'.repeat(32)],
    ['5300003', sessionId],
  ]) {
    const answer = await shop('GET', `/hosted/rest/sessions/${inst}/${id}/status`);
    expect([answer.status, answer.body]).toEqual([
      404,
      { status: 'FAILED', reasonCode: 'exception.sessionState.noSession', reasonMessage: expect.any(String) },
    ]);
  }
  const meridian = actAsShop(app, 'meridian-api');
  expect((await meridian('GET', `${hosted}/${sessionId}/status`)).status).toBe(403);
});
