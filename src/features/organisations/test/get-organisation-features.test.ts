import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test("returns the group's features for a merchant", async () => {
  const send = await actAs(app, 'coffee@harbour.example');
  const { body } = await send('GET', '/proxy/sync/cm/orgUnit/1111/features');
  expect(body).toEqual(expect.arrayContaining(['ERE', 'QUEUE', 'CASE', 'PARTIAL_CAPTURE']));
});

test('returns no rules and no queue for Meridian', async () => {
  const send = await actAs(app, 'admin@meridian.example');
  const { body } = await send('GET', '/proxy/sync/cm/orgUnit/1211/features');
  expect(body).toContain('SMART_LINK');
  expect(body).not.toContain('ERE');
  expect(body).not.toContain('QUEUE');
});

test("rejects another company's features", async () => {
  const send = await actAs(app, 'admin@meridian.example');
  expect((await send('GET', '/proxy/sync/cm/orgUnit/1111/features')).status).toBe(403);
});
