import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, paid, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { actAs, actAsMerchant, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { hourMs } from '#server/clock.ts';
import { deliverNotifications } from '../server/deliver-notifications.ts';
import { isGenuine, callbackReceiver } from './callback-receiver.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
});
afterAll(() => app.stop());

describe('listNotifications', () => {
  test('lists the notifications of a transaction', async () => {
    const merchant = actAsMerchant(app);
    const admin = await actAs(app, 'admin@harbour.example');
    const url = 'https://shop.example/callback';
    const response = await merchant(
      'POST',
      `${base}/payment`,
      payment({}, undefined, { callbacks: { transactionNotification: { url: `${url}?key=secret` } } }),
    );
    const listNotifications = (id: string) =>
      admin('GET', `/proxy/sync/ta/transactions/5300001/${id}/notifications`);
    expect((await listNotifications(response.body.transaction.transactionId)).body).toMatchObject([
      { kind: 'TRANSACTION', url, state: 'queued', attempts: 0, deliveredAt: null, lastResult: null },
    ]);
    expect((await listNotifications(await paid(merchant, { amount: '3.00' }))).body).toEqual([]);
  });
});

describe('sendNotificationAgain', () => {
  test('leaves queued ones alone and rejects other transactions', async () => {
    const merchant = actAsMerchant(app);
    const admin = await actAs(app, 'admin@harbour.example');
    const callbacks = { transactionNotification: { url: 'https://shop.example/callback' } };
    const pay = (amount: string) =>
      merchant('POST', `${base}/payment`, payment({ amount }, undefined, { callbacks }));
    const [first, second] = [await pay('1.00'), await pay('2.00')];
    const listPath = (id: string) => `/proxy/sync/ta/transactions/5300001/${id}/notifications`;
    const ids = [first, second].map(({ body }) => body.transaction.transactionId as string);
    const [notification] = (await admin('GET', listPath(ids[0] ?? ''))).body;
    const response = await admin('POST', `${listPath(ids[0] ?? '')}/${notification.id}/send`, {});
    expect(response.body).toEqual([notification]);
    expect((await admin('POST', `${listPath(ids[1] ?? '')}/${notification.id}/send`, {})).status).toBe(404);
    expect((await admin('POST', `${listPath(ids[0] ?? '')}/nonsense/send`, {})).status).toBe(404);
  });
});

describe('getNotificationSecret', () => {
  test('is stable for each installation, and every read is audited', async () => {
    const merchant = actAsMerchant(app);
    const secretOf = async (id: number): Promise<string> =>
      (await merchant('GET', `/acceptor/rest/notifications/${id}/secret`)).body.secret;
    const secret = await secretOf(5300001);
    expect(secret).toMatch(/^ns_[\w-]{43}$/);
    expect(await secretOf(5300001)).toBe(secret);
    expect(await secretOf(5300002)).not.toBe(secret);
    expect(await app.owner`select 1 from audit_event where act = 'getNotificationSecret'`).toHaveLength(3);
    expect(app.logged()).not.toContain(secret);
  });
});

describe('getSecretStatus', () => {
  test('returns when the secret was renewed, never the secret', async () => {
    const analyst = await actAs(app, 'analyst@harbour.example');
    const statusPath = '/proxy/sync/cm/installation/5300001/notificationsecret';
    expect(await analyst('GET', statusPath)).toMatchObject({
      status: 200,
      body: { version: 0, rotatedAt: null, previousValidUntil: null },
    });
    expect((await analyst('GET', statusPath.replace('5300001', '5400001'))).status).toBe(403);
  });
});

describe('rotateNotificationSecret', () => {
  let merchant: Send;
  let admin: Send;
  let receiver: Awaited<ReturnType<typeof callbackReceiver>>;
  beforeAll(async () => {
    // Only the messages of these tests are sent.
    await app.owner`delete from notification`;
    receiver = await callbackReceiver();
    merchant = actAsMerchant(app);
    admin = await actAs(app, 'admin@harbour.example');
  });
  afterAll(() => receiver.stop());

  const secretPath = '/proxy/sync/cm/installation/5300001/notificationsecret';
  const readSecret = async () => (await merchant('GET', '/acceptor/rest/notifications/5300001/secret')).body;
  const rotate = (version: number, previousForHours: number) =>
    admin('POST', secretPath, { version, previousForHours });
  const receiveNotification = async () => {
    receiver.received.length = 0;
    const callbacks = { transactionNotification: { url: receiver.url, format: 'REST_JSON' } };
    await merchant('POST', `${base}/payment`, payment({}, undefined, { callbacks }));
    await deliverNotifications.run(app.services);
    const [delivered] = receiver.received;
    if (!delivered) throw new Error('no message was received');
    return delivered;
  };

  test('creates a new secret and keeps the old one for the overlap', async () => {
    const oldSecret = await readSecret();
    expect(oldSecret.previousValidUntil).toBeNull();
    const rotated = await rotate(0, 24);
    expect(rotated).toMatchObject({ status: 200, body: { version: 1 } });
    const newSecret = await readSecret();
    expect(newSecret.secret).not.toBe(oldSecret.secret);
    expect(newSecret.previousValidUntil).toBe(rotated.body.previousValidUntil);
    const duringOverlap = await receiveNotification();
    expect([isGenuine(newSecret.secret, duringOverlap), isGenuine(oldSecret.secret, duringOverlap)]).toEqual([
      true,
      true,
    ]);
    app.clock.advance(24 * hourMs);
    admin = await actAs(app, 'admin@harbour.example');
    const afterOverlap = await receiveNotification();
    expect([isGenuine(newSecret.secret, afterOverlap), isGenuine(oldSecret.secret, afterOverlap)]).toEqual([
      true,
      false,
    ]);
    expect((await readSecret()).previousValidUntil).toBeNull();
  });

  test('revokes a leaked secret at once', async () => {
    const leaked = await readSecret();
    expect((await rotate(1, 0)).body.previousValidUntil).toBeNull();
    expect(isGenuine(leaked.secret, await receiveNotification())).toBe(false);
  });

  test('renews once for concurrent requests', async () => {
    const responses = await Promise.all([rotate(2, 72), rotate(2, 72)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const otherPath = '/proxy/sync/cm/installation/5300002/notificationsecret';
    const conflicts = await Promise.all(
      [0, 0].map((version) => admin('POST', otherPath, { version, previousForHours: 0 })),
    );
    expect(conflicts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await admin('POST', otherPath, { version: 9, previousForHours: 0 })).status).toBe(409);
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
    expect((await support('POST', secretPath, { version: 4, previousForHours: 0 })).status).toBe(403);
    expect((await rotate(4, 1)).status).toBe(400);
  });
});
