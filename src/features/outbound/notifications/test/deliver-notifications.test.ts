import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePreauths } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import {
  base,
  declinedCard,
  goodCard,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { schemaDifferences } from '#testing/check-documented.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { notificationBody } from '../notification-body.ts';
import { deliverNotifications } from '../server/deliver-notifications.ts';
import { maxAttempts, backOffMs } from '../server/notification-table.ts';
import { isGenuine, callbackReceiver } from './callback-receiver.ts';

let app: TestApp;
let merchant: Send;
let receiver: Awaited<ReturnType<typeof callbackReceiver>>;
beforeAll(async () => {
  receiver = await callbackReceiver();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  // The sandbox uses the test's clock, so that its pending operations end.
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now() }));
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  receiver.stop();
  await app.stop();
});

const callbacksTo = (name = 'transactionNotification', more: object = {}) => ({
  callbacks: { [name]: { url: receiver.url, format: 'REST_JSON', ...more } },
});
const pay = (transaction = {}, method: Record<string, unknown> = { card: goodCard }, more = callbacksTo()) =>
  merchant('POST', `${base}/payment`, payment(transaction, method, more));
const deliver = async () => {
  receiver.received.length = 0;
  await deliverNotifications.run(app.services);
  return receiver.received;
};
const transactionIn = (received: { body: string }) => JSON.parse(received.body).transaction;
const notificationsOf = async (id: string) => {
  const admin = await actAs(app, 'admin@harbour.example');
  return (await admin('GET', `/proxy/sync/ta/transactions/5300001/${id}/notifications`)).body;
};

describe('a merchant is notified', () => {
  test('once, signed, of success, failure and follow-ups', async () => {
    const approved = await pay();
    const declined = await pay({}, { card: declinedCard });
    const received = await deliver();
    expect(received.map((message) => transactionIn(message).status).toSorted()).toEqual([
      'FAILED',
      'SUCCESS',
    ]);
    for (const { body } of received) expect(schemaDifferences('Notification', JSON.parse(body))).toEqual([]);
    const { secret } = (await merchant('GET', '/acceptor/rest/notifications/5300001/secret')).body;
    expect(received.every((message) => isGenuine(secret, message))).toBe(true);
    expect(isGenuine(`${secret}x`, received[0] ?? { headers: {}, body: '' })).toBe(false);
    const [success] = received.filter((message) => transactionIn(message).status === 'SUCCESS');
    const id: string = approved.body.transaction.transactionId;
    const { followUpStatus, history } = (await merchant('GET', `${base}/${id}`)).body;
    expect(JSON.parse(success?.body ?? '')).toEqual({
      eventType: 'PAYMENT_SUCCESS',
      ...approved.body,
      history,
      followUpStatus,
    });
    expect([followUpStatus, history.length, approved.body.installationId]).toEqual([{}, 1, 5_300_001]);
    expect(success?.headers['x-countinghouse-installation']).toBe('5300001');
    expect(await notificationsOf(declined.body.transaction.transactionId)).toMatchObject([
      { state: 'delivered', attempts: 1, lastResult: '200', nextAttemptAt: null },
    ]);
    const refund = await merchant('POST', `${base}/${id}/refund`, {});
    expect((await deliver()).map((message) => transactionIn(message).transactionId)).toEqual([
      refund.body.transaction.transactionId,
    ]);
    expect(await deliver()).toEqual([]);
  });

  test('of the result only, not while the payment is pending', async () => {
    const response = await pay({ amount: '5.00' });
    const id: string = response.body.transaction.transactionId;
    await deliver();
    const refund = await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '0.77' } });
    expect(reason(refund)).toBe('U200');
    expect(await deliver()).toEqual([]);
    app.clock.advance(hourMs);
    await reconcilePayments.run(app.services);
    expect((await deliver()).map((message) => transactionIn(message).status)).toEqual(['SUCCESS']);
  });

  test('of an expired authorisation, if requested', async () => {
    await pay({ deferred: true }, undefined, callbacksTo('expiryNotification'));
    expect(await deliver()).toEqual([]);
    app.clock.advance(8 * dayMs);
    await expirePreauths.run(app.services);
    expect((await deliver()).map((message) => transactionIn(message).status)).toEqual(['EXPIRED']);
  });

  test('in XML, if requested', async () => {
    await pay(
      { description: 'Tea & <b>' },
      undefined,
      callbacksTo('transactionNotification', { format: 'REST_XML' }),
    );
    const [received] = await deliver();
    expect(received?.headers['content-type']).toBe('application/xml');
    expect(received?.body).toMatch(/^<\?xml [^>]+>\n<transactionNotification>.*<status>SUCCESS<\/status>/s);
    expect(received?.body).toContain('Tea &amp; &lt;b&gt;');
    expect(notificationBody('REST_XML', { a: [{ b: 1 }, { b: null }], c: '\u0000x' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<transactionNotification><a><b>1</b></a><a></a><c>x</c></transactionNotification>',
    );
  });
});

describe('a failed delivery', () => {
  test('is retried with back-off up to the limit, then on request', async () => {
    receiver.respondWith(302);
    const id: string = (await pay()).body.transaction.transactionId;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect(await deliver()).toHaveLength(1);
      expect(await deliver()).toEqual([]);
      app.clock.advance(backOffMs(attempt));
    }
    expect(await deliver()).toEqual([]);
    const [failed] = await notificationsOf(id);
    expect(failed).toMatchObject({ state: 'failed', attempts: maxAttempts, lastResult: '302' });
    receiver.respondWith(204);
    const admin = await actAs(app, 'admin@harbour.example');
    const sendPath = `/proxy/sync/ta/transactions/5300001/${id}/notifications/${failed.id}/send`;
    expect((await admin('POST', sendPath, {})).body).toMatchObject([{ state: 'queued', attempts: 0 }]);
    const received = await deliver();
    expect(received.map(({ headers }) => headers['x-countinghouse-notification'])).toEqual([failed.id]);
    expect(await notificationsOf(id)).toMatchObject([{ state: 'delivered', lastResult: '204' }]);
    const lines = await app.owner`
      select detail from audit_event where act = 'sendNotificationAgain' and outcome = 'allowed'`;
    expect(lines).toEqual([{ detail: { notification: failed.id, state: 'failed', attempts: maxAttempts } }]);
    receiver.respondWith(200);
  });

  test('is repeated after a worker crash', async () => {
    await pay();
    const { webClient } = app.services;
    app.services.webClient = { send: () => Promise.reject(new Error('the program dies')) };
    await deliverNotifications.run(app.services).catch(() => undefined);
    app.services.webClient = webClient;
    expect(await deliver()).toEqual([]);
    app.clock.advance(hourMs);
    expect(await deliver()).toHaveLength(1);
  });

  test('is claimed by one of two workers', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, number) => pay({ amount: `${number + 1}.00` })));
    receiver.received.length = 0;
    await Promise.all([deliverNotifications.run(app.services), deliverNotifications.run(app.services)]);
    const ids = receiver.received.map(({ headers }) => headers['x-countinghouse-notification']);
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });
});

test('rejects private addresses and plain http by default', async () => {
  const strictApp = await startApp({ databaseUrl: app.databaseUrl });
  const otherMerchant = actAsMerchant(strictApp);
  const payWithUrl = (url: string) =>
    otherMerchant(
      'POST',
      `${base}/payment`,
      payment({}, undefined, { callbacks: { transactionNotification: { url } } }),
    );
  expect(reason(await payWithUrl(receiver.url))).toBe('V125');
  expect(reason(await payWithUrl('https://user:secret@example.com/'))).toBe('V125');
  const privateUrl = 'https://127.0.0.1:1/callback';
  expect(reason(await payWithUrl(privateUrl))).toBe('V125');
  // Delivery checks again: a name can resolve to a private address later.
  const callbacks = { transactionNotification: { url: privateUrl } };
  const accepted = await merchant('POST', `${base}/payment`, payment({}, undefined, { callbacks }));
  expect(accepted.status).toBe(201);
  strictApp.clock.advance(app.clock.now().getTime() - strictApp.clock.now().getTime());
  await deliverNotifications.run(strictApp.services);
  expect(await notificationsOf(accepted.body.transaction.transactionId)).toMatchObject([
    { state: 'queued', lastResult: 'address' },
  ]);
  await strictApp.stop();
});
