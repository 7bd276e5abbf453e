import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { openControls } from '../risk-controls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns open controls without a configuration', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const answer = await admin('GET', '/proxy/sync/cm/installation/5300004/riskcontrols');
  expect(answer).toMatchObject({ status: 200, body: { ...openControls, version: 0 } });
});

test('requires the permission to view them', async () => {
  const coffee = await actAs(app, 'support@harbour.example');
  expect((await coffee('GET', '/proxy/sync/cm/installation/5300001/riskcontrols')).status).toBe(403);
});
