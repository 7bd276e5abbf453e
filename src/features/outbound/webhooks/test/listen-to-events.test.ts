import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '#database/connection.ts';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { eventBody } from '../server/record-event.ts';
import { sampleData } from '../server/sample-events.ts';

/** listenToEvents */
let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const base = '/acceptor/rest/events/5300001';
/** Other tests write to the same server: their transactions can delay an event for a moment. */
async function listenFor(count: number, cursor: string) {
  let body = { items: [] as never[], cursor };
  await expect
    .poll(async () => (body = (await listen(cursor)).body).items.length, { timeout: 10_000 })
    .toBe(count);
  return body;
}
const listen = (cursor?: string, waitSeconds = 0, send = merchant) =>
  send('GET', `${base}/listen${cursor === undefined ? '' : `?cursor=${cursor}&waitSeconds=${waitSeconds}`}`);
const present = async (): Promise<string> => (await listen()).body.cursor;
const idsOf = (body: { items: { data: { transaction: { transactionId: string } } }[] }) =>
  body.items.map(({ data }) => data.transaction.transactionId);

test('returns the events after a cursor, oldest first, and each once', async () => {
  const old = await paid(merchant, { merchantRef: 'before' });
  const start = await present();
  const ids = [await paid(merchant, { merchantRef: 'a' }), await paid(merchant, { merchantRef: 'b' })];
  const first = await listenFor(2, start);
  expect(idsOf(first)).toEqual(ids);
  expect(idsOf(first)).not.toContain(old);
  expect((await listen(first.cursor)).body).toEqual({ items: [], cursor: first.cursor });
  const third = await paid(merchant, { merchantRef: 'c' });
  expect(idsOf(await listenFor(1, first.cursor))).toEqual([third]);
  expect(idsOf(await listenFor(3, start))).toEqual([...ids, third]);
});

test('misses no event of a transaction that ends later than the next one', async () => {
  const start = await present();
  const now = app.clock.now();
  const insert = (sql: Sql, id: string) => {
    const type = 'payment.failed' as const;
    const event = { installationId: 5300001, type, data: sampleData(type, 5300001, now), now };
    return sql`
      insert into webhook_event (company_id, event_id, installation_id, type, body, created_at)
      values (1100, ${id}, 5300001, ${type}, ${JSON.stringify(eventBody(id, event))}, ${now})`;
  };
  const slow = '10000000-0000-4000-8000-000000000001';
  const quick = '20000000-0000-4000-8000-000000000002';
  await app.owner.begin(async (sql) => {
    await insert(sql, slow);
    await insert(app.owner, quick);
    expect((await listen(start)).body).toEqual({ items: [], cursor: start });
  });
  expect((await listenFor(2, start)).items.map(({ id }: { id: string }) => id)).toEqual([slow, quick]);
  await app.owner`delete from webhook_event where event_id in (${slow}, ${quick})`;
});

test('responds as soon as an event is there', async () => {
  const start = await present();
  const waiting = listen(start, 25);
  const id = await paid(merchant, { merchantRef: 'waited' });
  expect(idsOf((await waiting).body)).toEqual([id]);
});

describe('refuses', () => {
  test('a live key', async () => {
    await app.owner`update api_credential set mode = 'LIVE' where api_id = 'harbour-api'`;
    const refused = await listen();
    expect([refused.status, refused.body.reasonCode]).toEqual([403, 'V103']);
    await app.owner`update api_credential set mode = 'TEST' where api_id = 'harbour-api'`;
  });

  test('a cursor that is none, and a longer wait', async () => {
    expect((await listen('later')).status).toBe(400);
    expect((await listen(await present(), 26)).status).toBe(400);
  });

  test('the installation of another company', async () => {
    const foreign = actAsMerchant(app, 'meridian-api');
    expect((await listen(undefined, 0, foreign)).status).toBe(403);
  });
});

test('gives a company no event of another, also with its cursor', async () => {
  const start = await present();
  const foreign = actAsMerchant(app, 'meridian-api');
  await paid(merchant, { merchantRef: 'private' });
  const response = await foreign('GET', `/acceptor/rest/events/5300006/listen?cursor=${start}&waitSeconds=0`);
  expect([response.status, response.body.items]).toEqual([200, []]);
});

test('lets a key wait five times at once, and ends the calls when the gateway stops', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl });
  const send = actAsMerchant(other);
  const start = await present();
  const waiting = Array.from({ length: 5 }, () => listen(start, 25, send));
  await expect.poll(() => other.services.state.listeners.count).toBe(5);
  expect((await listen(start, 0, send)).status).toBe(429);
  expect(
    (await actAsMerchant(other, 'meridian-api')('GET', '/acceptor/rest/events/5300006/listen')).status,
  ).toBe(200);
  other.services.state.listeners.stop();
  const ended = await Promise.all(waiting);
  expect(ended.map(({ status, body }) => [status, body])).toEqual(
    ended.map(() => [200, { items: [], cursor: start }]),
  );
  await other.stop();
});
