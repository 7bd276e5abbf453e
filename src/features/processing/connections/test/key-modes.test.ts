import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertKey } from '#features/access/api-keys/test/key-fixtures.ts';
import { hosted, sessionOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Acme, acmeAdapter, at, connect, route } from './acme-adapter.ts';

let app: TestApp;
let acme: Acme;
let admin: Send;
let live: Send;
let testing: Send;
let liveId: number;
beforeAll(async () => {
  acme = acmeAdapter();
  app = await startApp({ adapters: [acme.adapter] });
  acme.sandbox = app.sandbox;
  admin = await actAs(app, 'admin@harbour.example');
  ({ connectionId: liveId } = await connect(admin, { name: 'Acme live', mode: 'LIVE' }));
  await admin('POST', at(1100, '/routes'), route(liveId));
  const permissions = [
    'P_NEW_PAYMENT',
    'P_REFUND_TRANSACTION',
    'P_REPEAT_TRANSACTION',
    'P_VIEW_TRANSACTION_NGPORTAL',
  ] as const;
  const [liveKey, testKey] = [
    await insertKey(app, permissions, 5300001, 'LIVE'),
    await insertKey(app, permissions, 5300001, 'TEST'),
  ];
  live = actAsMerchant(app, liveKey.apiId, liveKey.secret);
  testing = actAsMerchant(app, testKey.apiId, testKey.secret);
});
afterAll(() => app.stop());

const connectionOf = async (id: string) =>
  (await app.owner`select connection_id from txn where txn_id = ${id}`)[0]?.connectionId;

test('a test key takes payments at test connections, a live key at live ones', async () => {
  const [one, other] = [
    await live('POST', `${base}/payment`, payment()),
    await testing('POST', `${base}/payment`, payment()),
  ];
  expect(await connectionOf(one.body.transaction.transactionId)).toBe(liveId);
  expect(await connectionOf(other.body.transaction.transactionId)).toBe(1);
});

test('without a connection of its mode a key takes no payment', async () => {
  await app.owner`update processor_connection set state = 'DRAINING' where connection_id = ${liveId}`;
  const refused = await live('POST', `${base}/payment`, payment());
  await app.owner`update processor_connection set state = 'ACTIVE' where connection_id = ${liveId}`;
  expect(reason(refused)).toBe('X201');
});

test('a test key refunds and repeats no live payment', async () => {
  const paid = await live('POST', `${base}/payment`, payment({}, { card: goodCard }));
  const { transactionId } = paid.body.transaction;
  const money = { transaction: { amount: '1.00', currency: 'GBP' } };
  const sent = acme.sent.length;
  expect(reason(await testing('POST', `${base}/${transactionId}/refund`, money))).toBe('X201');
  expect(reason(await testing('POST', `${base}/${transactionId}/repeat`, money))).toBe('X201');
  expect(acme.sent).toHaveLength(sent);
  expect(reason(await live('POST', `${base}/${transactionId}/refund`, money))).toBe('S100');
});

/** createApiKey, rotateApiKey */
test('a secret shows the mode of its key', async () => {
  const content = {
    name: 'Live shop',
    installationIds: [5300001],
    permissions: ['P_NEW_PAYMENT'],
    ipRanges: [],
    expiresAt: null,
  };
  const url = '/proxy/sync/keys/1100';
  const created = await admin('POST', url, { ...content, mode: 'LIVE' });
  expect(created.body.secret).toMatch(/^cs_live_k_/);
  const rotated = await admin('POST', `${url}/${created.body.apiId}/rotate`, { overlapSeconds: 0 });
  expect(rotated.body.secret).toMatch(/^cs_live_k_/);
  expect((await admin('GET', `${url}/${created.body.apiId}`)).body.mode).toBe('LIVE');
  expect((await admin('POST', url, content)).body.secret).toMatch(/^cs_test_k_/);
  expect((await admin('POST', url, { ...content, mode: 'BOTH' })).status).toBe(400);
  const changed = await admin('PUT', `${url}/${created.body.apiId}`, {
    ...content,
    mode: 'TEST',
    version: 2,
  });
  expect(changed.status).toBe(400);
});

test('a session of a key is paid at a connection of its mode', async () => {
  const session = await testing('POST', `${hosted}/payments`, sessionOf());
  const [stored] = await app.owner`
    select mode from hosted_session order by created_at desc, session_id limit 1`;
  expect([session.status, stored?.mode]).toEqual([201, 'TEST']);
});
