import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import type { Database } from '#database/connection.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { LoggedRequest } from '../server/logged-request.ts';
import { RequestBuffer } from '../server/request-buffer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const request = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  isProven: true,
  apiId: 'harbour-api',
  companyId: 1100,
  organisationId: 1100,
  at: app.clock.now().getTime(),
  call: 'getAccount',
  method: 'GET',
  path: '/acceptor/rest/account',
  status: 200,
  reasonCode: null,
  durationMs: 1,
  requestId: randomUUID(),
  idempotencyKey: null,
  isReplay: false,
  transactionId: null,
  ip: '127.0.0.1',
  userAgent: '',
  requestBody: null,
  responseBody: null,
  ...more,
});

const dropped = async (buffer: RequestBuffer, why: string): Promise<number> =>
  (await buffer.dropped.get()).values.find(({ labels }) => labels.why === why)?.value ?? 0;

/** A database that takes nothing. */
const failing = { begin: () => Promise.reject(new Error('no disk')) } as unknown as Database;

test('writes what waits when it closes', async () => {
  const buffer = new RequestBuffer(app.services);
  const logged = request();
  buffer.add(logged);
  await buffer.close();
  expect(await app.owner`select from api_request where request_id = ${logged.requestId}::uuid`).toHaveLength(
    1,
  );
});

test('writes more than a batch', async () => {
  const buffer = new RequestBuffer(app.services);
  const call = 'takePayment';
  for (let index = 0; index < 600; index += 1) buffer.add(request({ call, apiId: 'batch' }));
  await buffer.close();
  expect(await app.owner`select from api_request where api_id = 'batch'`).toHaveLength(600);
});

test('drops requests above its size, and counts them', async () => {
  const buffer = new RequestBuffer({ ...app.services, database: failing });
  for (let index = 0; index < 5010; index += 1) buffer.add(request());
  expect(await dropped(buffer, 'full')).toBe(10);
  await buffer.close();
});

test('drops bodies above its size, and counts them', async () => {
  const buffer = new RequestBuffer({ ...app.services, database: failing });
  const responseBody = 'x'.repeat(16 * 1024);
  for (let index = 0; index < 2100; index += 1) buffer.add(request({ responseBody }));
  expect(await dropped(buffer, 'full')).toBeGreaterThan(50);
  await buffer.close();
});

test('gives a batch up after three attempts', async () => {
  const buffer = new RequestBuffer({ ...app.services, database: failing });
  buffer.add(request());
  await buffer.flush();
  await buffer.flush();
  expect(await dropped(buffer, 'failed')).toBe(0);
  await buffer.flush();
  expect(await dropped(buffer, 'failed')).toBe(1);
  await buffer.close();
});

test('a payment succeeds while its request cannot be logged', async () => {
  await app.owner`alter table api_request rename to api_request_away`;
  const response = await actAsMerchant(app)('POST', `${base}/payment`, payment());
  expect(response.status).toBe(201);
  await app.gateway.requestLog?.flush();
  await app.owner`alter table api_request_away rename to api_request`;
  await app.gateway.requestLog?.flush();
  const transactionId = Number(response.body.transaction.transactionId);
  expect(await app.owner`select from api_request where txn_id = ${transactionId}`).toHaveLength(1);
});

test('logs nothing when the log is off', async () => {
  const off = await startApp({ flags: ['--request-log-days', '0'] });
  await actAsMerchant(off)('GET', '/acceptor/rest/account');
  expect(off.gateway.requestLog).toBeUndefined();
  await off.stop();
});
