import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import type { Problem } from '#shared/problem.ts';
import { limitRequests } from '#server/http/create-app.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, freshDatabase, startApp } from '#testing/start-app.ts';

let app: TestApp;
let database: Database;
beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  database = openDatabase(databaseUrl, { max: 2 });
  app = await startApp({ databaseUrl, services: { database } });
});
afterAll(async () => {
  await app.stop();
  await database.end({ timeout: 1 });
});

const ping = () => actAsMerchant(app)('GET', '/acceptor/rest/transactions/ping');

test('returns 503 with retry-after within 2 s on a full pool', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const held = [1, 2].map(() => database`select pg_sleep(4)`.execute());
  const startedMs = performance.now();
  const [merchant, page] = await Promise.all([ping(), admin('GET', '/me')]);
  // The clock starts with the request; two shared cores add their own delay.
  expect(performance.now() - startedMs).toBeLessThan(3000);
  expect(merchant).toMatchObject({ status: 503, body: { status: 'FAILED', reasonCode: 'E100' } });
  expect(page).toMatchObject({ status: 503, body: { code: 'BUSY', httpStatus: 503 } });
  expect([merchant.headers['retry-after'], page.headers['retry-after']]).toEqual(['1', '1']);
  await Promise.all(held);
  expect((await ping()).status).toBe(200);
});

test('returns 503 for a statement timeout', async () => {
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = app.owner.begin(async (sql) => {
    await sql`lock table api_credential in access exclusive mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const pinged = ping();
  await expect
    .poll(
      () => app.owner`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1);
  expect((await pinged).status).toBe(503);
  release.resolve();
  await lock;
});

test('rejects requests above the maximum, but not health', async () => {
  const server = fastify();
  const locked = Promise.withResolvers<void>();
  limitRequests(server, 2);
  server.setErrorHandler((error, _request, reply) => reply.status((error as Problem).status).send());
  server.get('/slow', () => locked.promise.then(() => 'done'));
  server.get('/ready', () => 'ready');
  await server.ready();
  const ctx = async (path = '/slow') => (await server.inject(path)).statusCode;
  const slow = [ctx(), ctx()];
  expect(await ctx()).toBe(503);
  expect(await ctx('/ready')).toBe(200);
  locked.resolve();
  expect(await Promise.all(slow)).toEqual([200, 200]);
  expect(await ctx()).toBe(200);
  await server.close();
});
