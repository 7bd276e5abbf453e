import { sessionOf } from '#features/hosted-sessions/test/session-fixtures.ts';
import { linkOf } from '#features/smart-links/test/link-fixtures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deleteOldIdempotencyKeys } from '../server/jobs/delete-old-idempotency-keys.ts';
import {
  base,
  expectBooksToBalance,
  expectProcessorToAgree,
  goodCard,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let second: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  second = await startApp({ databaseUrl: app.databaseUrl });
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await expectProcessorToAgree(app);
  await second.stop();
  await app.stop();
});

const withKey = (key: string) => ({ 'idempotency-key': key });
const twenty = Array.from({ length: 20 }, (_, i) => i);

test('twenty equal requests on two servers have one effect and equal responses', async () => {
  const merchants = [merchant, actAsMerchant(second)];
  const [{ n: before } = { n: 0 }] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
  const responses = await Promise.all(
    twenty.map((i) =>
      merchants[i % 2]?.('POST', `${base}/payment`, payment({ merchantRef: 'idem-1' }), withKey('k1')),
    ),
  );
  expect(new Set(responses.map((response) => JSON.stringify([response?.status, response?.body]))).size).toBe(
    1,
  );
  expect(responses[0]?.status).toBe(201);
  const [{ n: after } = { n: 0 }] = await app.owner<{ n: number }[]>`select count(*)::int as n from txn`;
  expect(after - before).toBe(1);
});

test('does the same for refunds', async () => {
  const id = await paid(merchant);
  const refund = () =>
    merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 10 } }, withKey('k2'));
  const responses = await Promise.all(twenty.map(refund));
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
  expect(reason(await refund())).toBe('S100');
  expect((await merchant('POST', `${base}/${id}/refund`, {})).body.transaction.amount).toBe(15);
});

test('saves refusals and declines too', async () => {
  const id = await paid(merchant);
  const tooMuch = () =>
    merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 99 } }, withKey('k3'));
  expect((await tooMuch()).body).toEqual((await tooMuch()).body);
  const decline = () => merchant('POST', `${base}/payment`, payment({ amount: '9.51' }), withKey('k4'));
  const first = await decline();
  expect([first.status, reason(first)]).toEqual([400, 'D100']);
  expect((await decline()).body).toEqual(first.body);
});

test('refuses another request under the same key with 422, in either direction', async () => {
  await merchant('POST', `${base}/payment`, payment(), withKey('k5'));
  const otherAmount = await merchant('POST', `${base}/payment`, payment({ amount: 26 }), withKey('k5'));
  expect(otherAmount.status).toBe(422);
  const otherCall = await merchant('POST', `${base}/payout`, payment(), withKey('k5'));
  expect(otherCall.status).toBe(422);
});

test('separates callers', async () => {
  await merchant('POST', `${base}/payment`, payment(), withKey('k6'));
  const body = payment({ currency: 'USD' }, { card: goodCard });
  const meridian = actAsMerchant(app, 'meridian-api');
  const response = await meridian('POST', '/acceptor/rest/transactions/5300006/payment', body, withKey('k6'));
  expect(response.status).toBe(201);
});

test('deletes a key after 24 hours', async () => {
  const pay = () => merchant('POST', `${base}/payment`, payment(), withKey('k7'));
  const first = await pay();
  app.clock.advance(24 * 3600_000 - 1000);
  await deleteOldIdempotencyKeys.run(app.services);
  expect((await pay()).body).toEqual(first.body);
  app.clock.advance(2000);
  const later = await pay();
  expect(later.body.transaction.transactionId).not.toBe(first.body.transaction.transactionId);
  app.clock.advance(25 * 3600_000);
  await deleteOldIdempotencyKeys.run(app.services);
  expect(await app.owner`select 1 from idempotency_key`).toHaveLength(0);
});

test('refuses a key that is empty or too long', async () => {
  expect((await merchant('POST', `${base}/payment`, payment(), withKey('x'.repeat(256)))).status).toBe(400);
});

test('marks a replayed response in a header', async () => {
  const pay = () => merchant('POST', `${base}/payment`, payment(), withKey('k8'));
  const [first, again] = [await pay(), await pay()];
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  const id = first.body.transaction.transactionId;
  const refund = () => merchant('POST', `${base}/${id}/refund`, {}, withKey('k9'));
  expect([await refund(), await refund()].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
    undefined,
    'true',
  ]);
});

const places = [
  ...['payments', 'payouts', 'cards'].map((kind) => [`/hosted/rest/sessions/5300001/${kind}`, sessionOf()]),
  ...['payment', 'payout', 'batch'].map((kind) => [`/smartlink/links/5300001/${kind}`, linkOf()]),
] as [string, object][];

test.each(places)('opens one session or link for one key at %s', async (place, body) => {
  const key = withKey(`once ${place}`);
  const send = (sent: object) => merchant('POST', place, sent, key);
  const responses = await Promise.all([send(body), send(body), send(body)]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
  expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
  expect((await send({ ...body, locale: 'de' })).status).toBe(422);
});

test('keeps no refusal of a session, so that the corrected request can use the key', async () => {
  const send = (body: object) =>
    merchant('POST', '/hosted/rest/sessions/5300001/payments', body, withKey('s1'));
  expect((await send(sessionOf({ money: { currency: 'XXX' } }))).status).toBe(400);
  expect((await send(sessionOf())).status).toBe(201);
});
