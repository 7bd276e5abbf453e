import { afterAll, beforeAll, expect, test } from 'vitest';
import { payment, base } from '#features/payments/test/payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deliverNotifications } from '../server/jobs/deliver-notifications.ts';
import { isGenuine, callbackReceiver } from './callback-receiver.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
let receiver: Awaited<ReturnType<typeof callbackReceiver>>;
beforeAll(async () => {
  receiver = await callbackReceiver();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(async () => {
  receiver.stop();
  await app.stop();
});

const place = '/proxy/sync/cm/installation/5300001/notificationsecret';
const secretNow = async () => (await merchant('GET', '/acceptor/rest/notifications/5300001/secret')).body;
const rotate = (version: number, previousForHours: number) =>
  admin('POST', place, { version, previousForHours });
const received = async () => {
  receiver.received.length = 0;
  const callbacks = { transactionNotification: { url: receiver.url, format: 'REST_JSON' } };
  await merchant('POST', `${base}/payment`, payment({}, undefined, { callbacks }));
  await deliverNotifications.run(app.services);
  const [one] = receiver.received;
  if (!one) throw new Error('no message was received');
  return one;
};

test('creates a new secret and keeps the old one for the overlap', async () => {
  const old = await secretNow();
  expect(old.previousValidUntil).toBeNull();
  const rotated = await rotate(0, 24);
  expect(rotated).toMatchObject({ status: 200, body: { version: 1 } });
  const fresh = await secretNow();
  expect(fresh.secret).not.toBe(old.secret);
  expect(fresh.previousValidUntil).toBe(rotated.body.previousValidUntil);
  const both = await received();
  expect([isGenuine(fresh.secret, both), isGenuine(old.secret, both)]).toEqual([true, true]);
  app.clock.advance(24 * hourMs);
  admin = await actAs(app, 'admin@harbour.example');
  const later = await received();
  expect([isGenuine(fresh.secret, later), isGenuine(old.secret, later)]).toEqual([true, false]);
  expect((await secretNow()).previousValidUntil).toBeNull();
});

test('revokes a leaked secret at once', async () => {
  const leaked = await secretNow();
  expect((await rotate(1, 0)).body.previousValidUntil).toBeNull();
  expect(isGenuine(leaked.secret, await received())).toBe(false);
});

test('renews once for concurrent requests', async () => {
  const responses = await Promise.all([rotate(2, 72), rotate(2, 72)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = '/proxy/sync/cm/installation/5300002/notificationsecret';
  const both = await Promise.all(
    [0, 0].map((version) => admin('POST', first, { version, previousForHours: 0 })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await admin('POST', first, { version: 9, previousForHours: 0 })).status).toBe(409);
  const lines = await app.owner<{ after: object }[]>`
    select after from audit_event where act = 'rotateNotificationSecret' and after is not null`;
  expect(lines).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toContain('ns_');
});

test('rejects view-only users and leaves other installations alone', async () => {
  const before = (await merchant('GET', '/acceptor/rest/notifications/5300005/secret')).body;
  expect((await rotate(3, 0)).status).toBe(200);
  expect((await merchant('GET', '/acceptor/rest/notifications/5300005/secret')).body).toEqual(before);
  const support = await actAs(app, 'support@harbour.example');
  expect((await support('POST', place, { version: 4, previousForHours: 0 })).status).toBe(403);
  expect((await rotate(4, 1)).status).toBe(400);
});
