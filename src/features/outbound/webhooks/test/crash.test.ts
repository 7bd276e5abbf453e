import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deliverWebhooks } from '../server/deliver-webhooks.ts';
import { createHook, startMerchant } from './webhook-fixtures.ts';

let app: TestApp;
let server: Awaited<ReturnType<typeof startMerchant>>;
beforeAll(async () => {
  server = await startMerchant();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
});
afterAll(async () => {
  server.stop();
  await app.stop();
});

test('delivers again messages that a killed worker has not recorded', async () => {
  await createHook(await actAs(app, 'admin@harbour.example'), { url: server.url('/hooks') });
  await paid(actAsMerchant(app));
  const file = new URL('crash-worker.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, [file, app.databaseUrl, String(app.clock.now().getTime())]);
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect([signal, server.received.length]).toEqual(['SIGKILL', 1]);
  await deliverWebhooks.run(app.services);
  expect(server.received).toHaveLength(1);
  app.clock.advance(3 * minuteMs);
  await deliverWebhooks.run(app.services);
  const ids = server.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  const states = await app.owner`select state, total_attempts as attempts from webhook_delivery`;
  expect(states).toEqual([{ state: 'delivered', attempts: 2 }]);
});
