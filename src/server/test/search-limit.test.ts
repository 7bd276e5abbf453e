import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let second: TestApp;
beforeAll(async () => {
  app = await startApp({ flags: ['--search-limit', '3'] });
  second = await startApp({ databaseUrl: app.databaseUrl, flags: ['--search-limit', '3'] });
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const search = { startFrom: 1, limit: 10, fields: [{ field: 'txn_id' }] };

test('counts the searches of a user over all processes', async () => {
  const firstClient = await actAs(app, 'admin@harbour.example');
  const secondClient = await actAs(second, 'admin@harbour.example');
  const send = (act: typeof firstClient) => act('POST', '/proxy/sync/tqs/reporting/internal/search', search);
  const allowed = [await send(firstClient), await send(secondClient), await send(firstClient)];
  expect(allowed.map(({ status }) => status)).toEqual([200, 200, 200]);

  const refused = await send(secondClient);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(refused.headers['retry-after']).toBe('1');
  expect((await firstClient('GET', '/me')).status).toBe(200);

  app.clock.advance(1000);
  second.clock.advance(1000);
  expect((await send(secondClient)).status).toBe(200);
});

test('counts the searches of an API key', async () => {
  const send = () => actAsMerchant(app)('POST', '/reporting/transactions/search', search);
  for (let requests = 1; requests <= 3; requests += 1) {
    const { status, headers } = await send();
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toBe('"calls";q=100;qu="concurrent-requests", "searches";q=3;w=1');
    expect(headers['ratelimit']).toBe(`"calls";r=99, "searches";r=${3 - requests};t=1`);
  }
  expect((await send()).headers).toMatchObject({ 'retry-after': '1', ratelimit: '"searches";r=0;t=1' });
});
