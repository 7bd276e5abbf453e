import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns when the secret was renewed, never the secret', async () => {
  const analyst = await actAs(app, 'analyst@harbour.example');
  const place = '/proxy/sync/cm/installation/5300001/notificationsecret';
  expect(await analyst('GET', place)).toMatchObject({
    status: 200,
    body: { version: 0, rotatedAt: null, previousValidUntil: null },
  });
  expect((await analyst('GET', place.replace('5300001', '5400001'))).status).toBe(403);
});
