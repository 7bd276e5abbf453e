import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startMerchant } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { createClient, gatewayFetch } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  CountinghouseError,
  type ListenOptions,
  type ListenReport,
  listen,
  verifyWebhook,
} from '../../../../../../clients/node/src/countinghouse.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof startMerchant>>;
// Without --insecure-callbacks: the gateway opens no connection to the developer's machine.
beforeAll(async () => {
  app = await startApp();
  shop = await startMerchant();
});
afterAll(async () => {
  shop.stop();
  await app.stop();
});
beforeEach(() => {
  shop.received.length = 0;
  shop.respondWith(200);
});

/** As the `fetch` of Node: a call ends with its signal. */
const abortable =
  (isDown = () => false): typeof fetch =>
  (url, init) =>
    Promise.race([
      isDown() ? Promise.reject(new TypeError('fetch failed')) : gatewayFetch(app)(url, init),
      new Promise<never>((_done, fail) => {
        init?.signal?.addEventListener('abort', () => fail(new Error('stopped')));
      }),
    ]);

/** A listener that has begun. */
async function start(
  options: Partial<ListenOptions> = {},
  client = createClient(app, { fetch: abortable() }),
) {
  const reports: ListenReport[] = [];
  const stop = new AbortController();
  const ended = listen(client, {
    to: shop.url('/hooks'),
    retryDelayMs: 5,
    signal: stop.signal,
    report: (report) => reports.push(report),
    ...options,
  });
  await vi.waitFor(() => expect(reports.length).toBeGreaterThan(0), { timeout: 10_000 });
  return {
    reports,
    secret: reports[0]?.kind === 'ready' ? reports[0].secret : '',
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}
const trigger = (type: 'payment.failed' | 'refund.failed' | 'refund.succeeded') =>
  createClient(app).notifications.trigger({ type });
const waitForReports = ({ reports }: { reports: ListenReport[] }, count: number) =>
  vi.waitFor(() => expect(reports).toHaveLength(count), { timeout: 15_000 });
const waitForMessages = (count: number) =>
  vi.waitFor(() => expect(shop.received).toHaveLength(count), { timeout: 15_000 });

test('sends events to the local server, signed with the secret of the session', async () => {
  const listener = await start();
  const { event } = await trigger('payment.failed');
  await waitForMessages(1);
  const [message] = shop.received;
  expect(message?.path).toBe('/hooks');
  expect(verifyWebhook(message?.body ?? '', message?.headers ?? {}, listener.secret)).toEqual(event);
  expect(() => verifyWebhook(`${message?.body} `, message?.headers ?? {}, listener.secret)).toThrow();
  const withoutStandard = { ...message?.headers };
  delete withoutStandard['webhook-signature'];
  expect(verifyWebhook(message?.body ?? '', withoutStandard, listener.secret)).toEqual(event);
  await waitForReports(listener, 2);
  await listener.stop();
  expect(listener.reports.at(-1)).toMatchObject({ kind: 'delivery', status: 200, willRetry: false });
});

test('sends the chosen types only', async () => {
  const listener = await start({ events: ['refund.*'] });
  await trigger('payment.failed');
  await trigger('refund.failed');
  await trigger('refund.succeeded');
  await waitForMessages(2);
  await listener.stop();
  const types = shop.received.map(({ body }) => JSON.parse(body).type as string);
  expect(types).toEqual(['refund.failed', 'refund.succeeded']);
  await expect(listen(createClient(app), { to: shop.url('/'), events: ['Refunds'] })).rejects.toThrow(
    'Refunds is no type',
  );
});

test('repeats an event that the server refuses, and gives up after its attempts', async () => {
  const listener = await start({ to: shop.url('/500'), attempts: 3 });
  await trigger('payment.failed');
  await waitForReports(listener, 4);
  await listener.stop();
  expect(listener.reports.slice(1)).toMatchObject([
    { status: 500, willRetry: true },
    { status: 500, willRetry: true },
    { status: 500, willRetry: false },
  ]);
});

test('loses no event while the gateway cannot be reached', async () => {
  let isDown = false;
  const client = createClient(app, { fetch: abortable(() => isDown) });
  const listener = await start({}, client);
  await trigger('payment.failed');
  await waitForMessages(1);
  isDown = true;
  const { event } = await trigger('refund.failed');
  // The call that waits takes it; whether it does or the next one, it arrives once.
  await vi.waitFor(() => expect(listener.reports.some(({ kind }) => kind === 'disconnected')).toBe(true), {
    timeout: 15_000,
  });
  const missed = await trigger('refund.succeeded');
  isDown = false;
  await waitForMessages(3);
  await listener.stop();
  const ids = shop.received.map(({ body }) => JSON.parse(body).id as string);
  expect(ids.slice(1)).toEqual([event.id, missed.event.id]);
  expect(listener.reports.map(({ kind }) => kind)).toContain('connected');
});

test('ends at once with a key that is refused', async () => {
  const client = createClient(app, { secret: 'wrong' });
  await expect(listen(client, { to: shop.url('/') })).rejects.toBeInstanceOf(CountinghouseError);
});

test('the command shows its secret, delivers, and ends with a signal', async () => {
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  const program = join(import.meta.dirname, '../../../../../../clients/node/src/countinghouse-listen.ts');
  const env = {
    PATH: process.env['PATH'],
    COUNTINGHOUSE_URL: gateway,
    COUNTINGHOUSE_INSTALLATION: '5300001',
    COUNTINGHOUSE_API_ID: 'harbour-api',
    COUNTINGHOUSE_API_SECRET: 'harbour-api-key-demo',
  };
  const child = spawn(process.execPath, [program, '--to', shop.url('/hooks')], { env });
  let output = '';
  child.stdout.on('data', (part) => (output += String(part)));
  child.stderr.on('data', (part) => (output += String(part)));
  await vi.waitFor(() => expect(output).toContain('Stop with Ctrl+C'), { timeout: 20_000 });
  const secret = /session: (whsec_\S+)/.exec(output)?.[1] ?? '';
  const { event } = await trigger('payment.failed');
  await waitForMessages(1);
  const [message] = shop.received;
  expect(verifyWebhook(message?.body ?? '', message?.headers ?? {}, secret)).toEqual(event);
  await vi.waitFor(() => expect(output).toMatch(/payment\.failed {2}\S+ {2}200 {2}\d+ ms/), {
    timeout: 5000,
  });
  expect(output).not.toContain('key-demo');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
