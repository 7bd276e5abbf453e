import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const place = '/proxy/sync/cm/installation/5300001/weborigins';

test('requires the permission to view risk controls', async () => {
  const analyst = await actAs(app, 'analyst@harbour.example');
  const { status, body } = await analyst('GET', place);
  expect(status).toBe(200);
  expect(body.webOrigins).toContain('https://shop.harbour.example');
  const clerk = await actAs(app, 'coffee@harbour.example');
  expect((await clerk('GET', place)).status).toBe(403);
});
