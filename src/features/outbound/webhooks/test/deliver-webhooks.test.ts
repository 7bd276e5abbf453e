import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { base, declinedCard, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { backOffMs, maxAttempts } from '#features/outbound/notifications/server/notification-table.ts';
import { isGenuine } from '#features/outbound/notifications/test/callback-receiver.ts';
import { dayMs, hourMs, secondMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deleteOldEvents, deliverWebhooks } from '../server/deliver-webhooks.ts';
import { type Created, type Message, createHook, startMerchant, webhooks } from './webhook-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
let server: Awaited<ReturnType<typeof startMerchant>>;
beforeAll(async () => {
  server = await startMerchant();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  server.stop();
  await app.stop();
});
beforeEach(async () => {
  server.received.length = 0;
  server.respondWith(200);
  await app.owner`delete from webhook_delivery`;
  await app.owner`delete from webhook_installation`;
  await app.owner`update webhook_endpoint set state = 'deleted'`;
  admin = await actAs(app, 'admin@harbour.example');
});

const hook = (path = '/hooks', more: object = {}) => createHook(admin, { url: server.url(path), ...more });
const pay = (card = goodCard, more: object = {}) =>
  merchant('POST', `${base}/payment`, payment({}, { card }, { ...more }));
async function payTimes(count: number): Promise<void> {
  for (let payments = 0; payments < count; payments += 1) await pay();
}
const deliver = async (): Promise<Message[]> => {
  server.received.length = 0;
  await deliverWebhooks.run(app.services);
  return server.received;
};
const messageTypes = (messages: readonly Message[]) =>
  messages.map(({ body }) => JSON.parse(body).type).toSorted();
const listDeliveries = async ({ at }: Created, query = '') =>
  (await admin('GET', `${at}/deliveries${query}`)).body.items;

test('delivers the events of a payment, signed for Standard Webhooks', async () => {
  const { secret } = await hook();
  const paid = await pay();
  const [message] = await deliver();
  if (!message) throw new Error('no message was received');
  // The library compares the timestamp with the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
  const event = new Webhook(secret).verify(message.body, message.headers);
  expect(() => new Webhook(secret).verify(`${message.body} `, message.headers)).toThrow(
    'No matching signature',
  );
  vi.useRealTimers();
  expect(event).toMatchObject({
    type: 'payment.succeeded',
    installationId: 5300001,
    data: { transaction: { transactionId: paid.body.transaction.transactionId, status: 'SUCCESS' } },
  });
  expect(message.headers['webhook-id']).toBe((event as { id: string }).id);
});

test('signs with the headers of notifications too', async () => {
  const { secret } = await hook();
  await pay();
  const [message] = await deliver();
  if (!message) throw new Error('no message was received');
  expect(isGenuine(secret, message)).toBe(true);
  expect(isGenuine(`${secret}x`, message)).toBe(false);
});

test('signs with both secrets during a rotation', async () => {
  const { at, secret } = await hook();
  const rotated = await admin('POST', `${at}/rotate`, { version: 1, overlapSeconds: 3600 });
  await pay();
  const [during] = await deliver();
  app.clock.advance(2 * hourMs);
  await pay();
  const [after] = await deliver();
  const genuine = (message: Message | undefined) =>
    [secret, rotated.body.secret].map((candidate) => message !== undefined && isGenuine(candidate, message));
  expect([genuine(during), genuine(after)]).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(during?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
});

test('sends only the chosen events', async () => {
  await hook('/failures', { events: ['payment.failed', 'refund.*'] });
  const paid = await pay();
  await pay(declinedCard);
  await merchant('POST', `${base}/${paid.body.transaction.transactionId}/refund`, {});
  expect(messageTypes(await deliver())).toEqual(['payment.failed', 'refund.succeeded']);
});

test('sends XML to an endpoint that is set to XML', async () => {
  await hook('/xml', { format: 'REST_XML' });
  await pay();
  const [message] = await deliver();
  expect(message?.headers['content-type']).toBe('application/xml');
  expect(message?.body).toMatch(/<event><id>.+<type>payment\.succeeded<\/type>/s);
});

test('sends neither card numbers nor CV2', async () => {
  await hook('/masked', { events: ['*'] });
  server.respondWith(200, `thanks for ${goodCard.pan}`);
  const card = { ...goodCard, cv2: '987' };
  await merchant(
    'POST',
    `${base}/payment`,
    payment({ description: `card ${goodCard.pan}` }, { card }, { customer: { displayName: goodCard.pan } }),
  );
  const [message] = await deliver();
  expect(message?.body).not.toContain(goodCard.pan);
  expect(message?.body).not.toMatch(/"?cv2"?\s*[:>]\s*"?987|987"/);
  const stored = await app.owner<{ text: string }[]>`
    select row_to_json(a)::text as text from webhook_attempt a
    union all select row_to_json(e)::text from webhook_event e`;
  expect(JSON.stringify(stored)).not.toContain(goodCard.pan);
});

/** getWebhookDelivery, listWebhookDeliveries */
test('logs request and response of each attempt', async () => {
  const created = await hook();
  server.respondWith(500, 'x'.repeat(5000));
  await pay();
  await deliver();
  const [listed] = await listDeliveries(created);
  expect(listed).toMatchObject({
    type: 'payment.succeeded',
    state: 'retrying',
    attempts: 1,
    lastResult: '500',
  });
  const delivery = (await admin('GET', `${created.at}/deliveries/${listed.deliveryId}`)).body;
  expect(delivery).toMatchObject({
    mayManage: true,
    requestBody: expect.stringContaining('payment.succeeded'),
  });
  const [attempt] = delivery.history;
  expect(attempt).toMatchObject({ attempt: 1, result: '500', responseBody: 'x'.repeat(4096) });
  expect(attempt.requestHeaders['webhook-id']).toBe(listed.deliveryId);
  expect(attempt.responseHeaders).toMatchObject({ 'x-shop': 'yes' });
  expect(attempt.responseHeaders['set-cookie']).toBeUndefined();
});

test('retries with back-off up to the limit', async () => {
  const created = await hook();
  server.respondWith(302);
  await pay();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    expect(await deliver(), String(attempt)).toHaveLength(1);
    expect(await deliver()).toEqual([]);
    app.clock.advance(backOffMs(attempt));
  }
  expect(await deliver()).toEqual([]);
  admin = await actAs(app, 'admin@harbour.example');
  expect(await listDeliveries(created)).toMatchObject([
    { state: 'failed', attempts: maxAttempts, lastResult: '302' },
  ]);
});

/** resendWebhookDelivery */
test.each([200, 500])('sends a delivery again that ended with %i', async (status) => {
  const created = await hook();
  server.respondWith(status);
  await pay();
  const [first] = await deliver();
  server.respondWith(200);
  const [listed] = await listDeliveries(created);
  const repeated = await admin('POST', `${created.at}/deliveries/${listed.deliveryId}/resend`, {});
  expect(repeated.body).toMatchObject({ state: 'queued', trigger: 'manual', attempts: 1 });
  const [second] = await deliver();
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(await listDeliveries(created)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

/** resendWebhookDeliveries */
test('sends the failed deliveries of a range again', async () => {
  const created = await hook();
  server.respondWith(500);
  await pay();
  app.clock.advance(secondMs);
  const from = app.clock.now().toISOString();
  await pay();
  await deliver();
  app.clock.advance(secondMs);
  const to = app.clock.now().toISOString();
  await pay();
  server.respondWith(200);
  await deliver();
  const resend = (status: string) => admin('POST', `${created.at}/resend`, { from, to, status });
  expect(await resend('failed')).toMatchObject({ status: 202, body: { count: 1, hasMore: false } });
  expect((await resend('failed')).body.count).toBe(0);
  expect(await deliver()).toHaveLength(1);
  expect((await resend('failed')).body.count).toBe(0);
  expect((await resend('all')).body.count).toBe(1);
  expect((await admin('POST', `${created.at}/resend`, { from: to, to: from, status: 'all' })).status).toBe(
    400,
  );
});

/** resendTransactionEvents */
test('sends the events of a transaction to every webhook again', async () => {
  await hook('/first');
  await hook('/second');
  const { transactionId } = (await pay()).body.transaction as { transactionId: string };
  await pay();
  expect(await deliver()).toHaveLength(4);
  const url = `/proxy/sync/webhooks/transactions/${transactionId}/resend`;
  expect(await admin('POST', url, {})).toMatchObject({ status: 202, body: { count: 2 } });
  // What waits already is not queued twice.
  expect((await admin('POST', url, {})).body.count).toBe(0);
  const again = await deliver();
  expect(again.map(({ path }) => path).toSorted()).toEqual(['/first', '/second']);
  expect(JSON.parse(again[0]?.body ?? '').data.transaction.transactionId).toBe(transactionId);
  const outsider = await actAs(app, 'admin@meridian.example');
  expect((await outsider('POST', url, {})).status).toBe(404);
  await app.owner`delete from webhook_delivery`;
  expect((await admin('POST', url, {})).body.code).toBe('NO_EVENTS');
});

/** testWebhook */
test('sends a test event without a transaction', async () => {
  const created = await hook();
  expect((await admin('POST', `${created.at}/test`, {})).status).toBe(202);
  const [message] = await deliver();
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'test',
    data: { message: expect.any(String) },
  });
  expect(await listDeliveries(created)).toMatchObject([
    { type: 'test', trigger: 'test', state: 'delivered' },
  ]);
});

test('keeps the deliveries of a paused webhook for later', async () => {
  const created = await hook();
  await pay();
  await admin('POST', `${created.at}/pause`, {});
  await pay();
  expect(await deliver()).toEqual([]);
  await admin('POST', `${created.at}/resume`, {});
  expect(await deliver()).toHaveLength(1);
  const from = '2026-01-01T00:00:00Z';
  const range = { from, to: new Date(app.clock.now().getTime() + dayMs).toISOString(), status: 'failed' };
  expect((await admin('POST', `${created.at}/resend`, range)).body.count).toBe(1);
  expect(await deliver()).toHaveLength(1);
});

test('filters and pages the log', async () => {
  const created = await hook();
  for (let payments = 0; payments < 3; payments += 1) {
    await pay();
    app.clock.advance(secondMs);
  }
  await deliver();
  server.respondWith(500);
  await pay();
  await deliver();
  await pay();
  const count = async (status: string) => (await listDeliveries(created, `?status=${status}`)).length;
  expect([await count('delivered'), await count('failed'), await count('waiting')]).toEqual([3, 1, 1]);
  const deliveryIds: string[] = [];
  let cursor = '';
  do {
    const page = (await admin('GET', `${created.at}/deliveries?limit=2${cursor}`)).body;
    deliveryIds.push(...page.items.map(({ deliveryId }: { deliveryId: string }) => deliveryId));
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  expect([deliveryIds.length, new Set(deliveryIds).size]).toEqual([5, 5]);
  const inOneHour = new Date(app.clock.now().getTime() + hourMs).toISOString();
  expect(await listDeliveries(created, `?from=${inOneHour}`)).toEqual([]);
  expect((await admin('GET', `${created.at}/deliveries?cursor=nonsense`)).status).toBe(400);
});

test('delivers each event once with two workers', async () => {
  await hook();
  await payTimes(8);
  server.received.length = 0;
  await Promise.all([deliverWebhooks.run(app.services), deliverWebhooks.run(app.services)]);
  const ids = server.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
});

test('does not wait for a slow endpoint', async () => {
  await hook('/slow');
  await pay();
  const run = deliverWebhooks.run(app.services);
  await expect.poll(() => server.received.length).toBe(1);
  await hook('/quick');
  await pay();
  await expect.poll(() => server.received.some(({ path }) => path === '/quick')).toBe(true);
  server.release();
  await run;
});

test('sends a failing endpoint one event at a time', async () => {
  await hook('/503');
  await hook('/good');
  await pay();
  await deliver();
  await payTimes(3);
  const received = await deliver();
  expect(received.filter(({ path }) => path === '/good')).toHaveLength(3);
  expect(received.filter(({ path }) => path === '/503')).toHaveLength(3);
});

test('warns after three failing days and pauses after five', async () => {
  const created = await hook('/503?key=private');
  const mails = () => app.owner<{ template: string; contents: object }[]>`
    select template, contents from mail_outbox where template like 'webhook%' and recipient = 'admin@harbour.example'
    order by queued_at`;
  const fail = async (days: number) => {
    app.clock.advance(days * dayMs);
    await pay();
    await deliver();
  };
  await fail(0);
  await fail(2);
  expect(await mails()).toEqual([]);
  await fail(1);
  await fail(1);
  expect((await mails()).map(({ template }) => template)).toEqual(['webhookFailing']);
  await fail(1);
  expect((await mails()).map(({ template }) => template)).toEqual(['webhookFailing', 'webhookPaused']);
  expect(JSON.stringify(await mails())).not.toContain('private');
  admin = await actAs(app, 'admin@harbour.example');
  expect((await admin('GET', created.at)).body).toMatchObject({ status: 'paused', pausedBy: 'failures' });
  await pay();
  expect(await deliver()).toEqual([]);
});

test('forgets failures after a success', async () => {
  const created = await hook();
  server.respondWith(500);
  await pay();
  await deliver();
  expect((await admin('GET', created.at)).body).toMatchObject({
    status: 'failing',
    attempted: 1,
    delivered: 0,
  });
  server.respondWith(200);
  await pay();
  await deliver();
  expect((await admin('GET', created.at)).body).toMatchObject({ status: 'active', failingSince: null });
});

/** deleteWebhook */
test('does not deliver to a deleted webhook', async () => {
  const { at } = await hook();
  await pay();
  await admin('DELETE', at);
  await pay();
  expect(await deliver()).toEqual([]);
});

/** getWebhookDelivery */
test('shows a delivery to viewers without request and response', async () => {
  const created = await hook();
  await pay();
  await deliver();
  const analyst = await actAs(app, 'analyst@harbour.example');
  const [listed] = (await analyst('GET', webhooks(1100, `/${created.endpointId}/deliveries`))).body.items;
  const delivery = (await analyst('GET', `${created.at}/deliveries/${listed.deliveryId}`)).body;
  expect(delivery).toMatchObject({ mayManage: false, requestBody: null });
  expect(delivery.history).toMatchObject([
    { result: '200', requestHeaders: null, responseHeaders: null, responseBody: null },
  ]);
  expect((await analyst('POST', `${created.at}/deliveries/${listed.deliveryId}/resend`, {})).status).toBe(
    403,
  );
});

/** Last, because passwords expire in that time. */
test('deletes deliveries after 30 days and events after 90', async () => {
  const created = await hook();
  await app.owner`delete from webhook_event`;
  await pay();
  await deliver();
  const rows = async () => {
    await deleteOldEvents.run(app.services);
    const [row] = await app.owner<{ deliveries: number; attempts: number; events: number }[]>`
      select (select count(*) from webhook_delivery where endpoint_id = ${created.endpointId}) as deliveries,
             (select count(*) from webhook_attempt where endpoint_id = ${created.endpointId}) as attempts,
             (select count(*) from webhook_event) as events`;
    return row;
  };
  app.clock.advance(29 * dayMs);
  expect(await rows()).toEqual({ deliveries: 1, attempts: 1, events: 1 });
  app.clock.advance(2 * dayMs);
  expect(await rows()).toEqual({ deliveries: 0, attempts: 0, events: 1 });
  app.clock.advance(60 * dayMs);
  expect(await rows()).toEqual({ deliveries: 0, attempts: 0, events: 0 });
});
