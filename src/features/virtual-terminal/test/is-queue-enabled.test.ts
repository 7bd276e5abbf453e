import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const of = (orgId: number) => `/proxy/sync/cm/queueCaseConfig/${orgId}/enabled`;

test('is on if the organisation or an ancestor has the feature', async () => {
  const harbour = await actAs(app, 'admin@harbour.example');
  expect(await harbour('GET', of(1111))).toMatchObject({ status: 200, body: { enabled: true } });
  const meridian = await actAs(app, 'admin@meridian.example');
  expect(await meridian('GET', of(1211))).toMatchObject({ status: 200, body: { enabled: false } });
  expect((await meridian('GET', of(1111))).status).toBe(403);
});
