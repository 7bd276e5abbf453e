import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAsMerchant, type Send, actAs } from '#testing/act-as.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createClient } from '#testing/client-of.ts';
import { expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import {
  callbackUrl,
  declined,
  enrolled,
  good,
  hosted,
  openAs,
  sessionOf,
  statusOf,
} from './session-fixtures.ts';
import { expireHostedSessions } from '../server/expire-hosted-sessions.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('pingSessions', () => {
  test('responds to valid API keys only', async () => {
    const response = await actAsMerchant(app)('GET', '/hosted/rest/sessions/ping');
    expect([response.status, response.body]).toEqual([200, '']);
    expect(
      (await actAsMerchant(app, 'harbour-api', 'wrong')('GET', '/hosted/rest/sessions/ping')).status,
    ).toBe(401);
  });
});

describe('listSkins', () => {
  test('lists skins that a session accepts', async () => {
    const { sessions } = createClient(app);
    const skins = await sessions.listSkins();
    expect(skins).toMatchObject({ items: [{ id: '1', name: 'Standard', isDefault: true }, {}, {}, {}] });
    expect(skins.nextCursor).toBeNull();
    for (const { id } of skins.items) {
      const created = await sessions.createPayment({
        session: { returnUrl: { url: callbackUrl }, skin: id },
        transaction: { money: { currency: 'GBP', amount: { fixed: '25.00' } } },
      });
      expect(created.status).toBe('SUCCESS');
    }
  });

  test('returns the same at the address of earlier clients, in their form (listHostedSkins)', async () => {
    const response = await merchant('GET', '/hosted/rest/skins/5300001/list');
    expect([response.status, response.body]).toEqual([
      200,
      {
        status: 'SUCCESS',
        code: 'S100',
        message: 'Skins retrieved',
        skins: ['Standard', 'Green', 'Plain', 'Red'].map((name, index) => ({
          id: index + 1,
          name,
          organisation: 'Harbour Coffee',
        })),
      },
    ]);
    expect((await merchant('GET', '/hosted/rest/skins/5300009/list')).status).toBe(403);
  });

  test('rejects an installation of another company (V103)', async () => {
    const meridian = createClient(app, { apiId: 'meridian-api', secret: 'meridian-api-key-demo' });
    await expect(meridian.sessions.listSkins()).rejects.toMatchObject({ status: 403, reasonCode: 'V103' });
  });
});

describe('getSessionStatus', () => {
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

  test('returns when the page closes, later after each visit', async () => {
    const payer = await openAs(app, merchant);
    minutes(10);
    expect((await payer.view()).body.closing).toEqual({ seconds: 30 * 60, canStay: true });
    minutes(2);
    // A visit counts from its own time.
    expect((await payer.view()).body.closing).toEqual({ seconds: 30 * 60, canStay: true });
    expect((await payer.submit(declined)).body.closing).toEqual({ seconds: 30 * 60, canStay: true });
    expect((await payer.submit(good)).body.closing).toBeNull();
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
        {
          status: 'FAILED',
          reasonCode: 'exception.sessionState.noSession',
          reasonMessage: expect.any(String),
        },
      ]);
    }
    const meridian = actAsMerchant(app, 'meridian-api');
    expect((await meridian('GET', `${hosted}/${sessionId}/status`)).status).toBe(403);
  });
});

describe('invalidateSession', () => {
  const close = (client: Send, id: string) => client('POST', `${hosted}/${id}/invalidate`, {});

  test('closes a session for payers, repeatedly', async () => {
    const payer = await openAs(app, merchant);
    for (let time = 0; time < 2; time += 1) {
      const response = await close(merchant, payer.sessionId);
      expect([response.status, response.body]).toEqual([200, { status: 'SUCCESS' }]);
    }
    expect(await statusOf(merchant, payer)).toEqual(['INVALIDATED', 'CANCELLED']);
    expect((await payer.submit(good)).body.step).toBe('CLOSED');
    const attempts = await app.owner`
      select 1 from hosted_session_attempt where session_id = ${payer.sessionId}`;
    expect(attempts).toEqual([]);
  });

  test('is available to the terminal', async () => {
    const payer = await openAs(app, merchant);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const response = await clerk('POST', `/proxy/sync/hf/sessions/5300001/${payer.sessionId}/invalidate`, {});
    expect(response.body).toEqual({ status: 'SUCCESS' });
  });

  test('cancels a payment at 3-D Secure', async () => {
    const payer = await openAs(
      app,
      merchant,
      sessionOf({ money: { currency: 'GBP', amount: { fixed: 50 } } }),
    );
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
    const silent = await startApp({
      databaseUrl: app.databaseUrl,
      services: {
        processors: onlyProcessor({
          ...app.sandbox,
          send: async () => ({ kind: 'no-response', why: 'timeout' }),
          lookup: async () => ({ kind: 'unknown' }),
        }),
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
});
