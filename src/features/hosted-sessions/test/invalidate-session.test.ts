import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { enrolled, good, hosted, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const close = (who: Send, id: string) => who('POST', `${hosted}/${id}/invalidate`, {});

test('closes a session for payers, repeatedly', async () => {
  const payer = await openAs(app, merchant);
  for (let time = 0; time < 2; time += 1) {
    const response = await close(merchant, payer.sessionId);
    expect([response.status, response.body]).toEqual([200, { status: 'SUCCESS' }]);
  }
  expect(await statusOf(merchant, payer)).toEqual(['INVALIDATED', 'CANCELLED']);
  expect((await payer.submit(good)).body.step).toBe('CLOSED');
  expect(await app.owner`select 1 from hosted_session_attempt`).toEqual([]);
});

test('is available to the terminal', async () => {
  const payer = await openAs(app, merchant);
  const clerk = await actAs(app, 'coffee@harbour.example');
  const response = await clerk('POST', `/proxy/sync/hf/sessions/5300001/${payer.sessionId}/invalidate`, {});
  expect(response.body).toEqual({ status: 'SUCCESS' });
});

test('cancels a payment at 3-D Secure', async () => {
  const payer = await openAs(app, merchant, sessionOf({ money: { currency: 'GBP', amount: { fixed: 50 } } }));
  const { transactionId } = (await payer.submit(enrolled)).body;
  expect((await close(merchant, payer.sessionId)).status).toBe(200);
  expect(await statusOf(merchant, payer)).toEqual(['INVALIDATED', 'CANCELLED']);
  const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${transactionId}`);
  expect(read.body.transaction.status).toBe('CANCELLED');
  expect(read.body.history.at(-1)).toMatchObject({ reasonCode: 'C106' });
});

test('leaves a paid session unchanged', async () => {
  const payer = await openAs(app, merchant);
  await payer.submit(good);
  expect((await close(merchant, payer.sessionId)).status).toBe(200);
  expect(await statusOf(merchant, payer)).toEqual(['INVALIDATED', 'SUCCESS']);
});

test('rejects while the payment is with the processor', async () => {
  const { services } = app;
  const silent = await startApp({
    databaseUrl: app.databaseUrl,
    services: {
      processor: {
        ...services.processor,
        send: async () => ({ kind: 'no-response', why: 'timeout' }),
        lookup: async () => ({ kind: 'unknown' }),
      },
    },
  });
  const payer = await openAs(silent, actAsMerchant(silent));
  expect((await payer.submit(good)).body).toMatchObject({
    step: 'PROCESSING',
    transactionState: 'PROCESSING',
  });
  const response = await close(merchant, payer.sessionId);
  expect([response.status, response.body.reasonCode]).toEqual([409, 'exception.sessionState.processing']);
  expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PROCESSING']);
  await silent.stop();
});

test('finds no unknown session', async () => {
  const response = await close(merchant, 'y'.repeat(32));
  expect([response.status, response.body.reasonCode]).toEqual([404, 'exception.sessionState.noSession']);
});
