import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const url = '/proxy/sync/cm/security/roles/all/exposed';

test('lists the roles of the application with tags and permissions', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const { body } = await send('GET', `${url}?application=portal`);
  const viewer = body.find((role: { id: string }) => role.id === 'viewer');
  expect(viewer).toMatchObject({
    name: 'Viewer',
    tags: [{ category: 'GROUP', value: 'Transactions' }],
    permissions: ['P_VIEW_SCHEDULE', 'P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
  });
});

test('leaves out roles of another application', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  expect((await send('GET', `${url}?application=terminal`)).body).toEqual([]);
  await app.owner`update role set application = 'terminal' where role_id = 'viewer'`;
  const { body } = await send('GET', `${url}?application=portal`);
  expect(body.map((role: { id: string }) => role.id)).not.toContain('viewer');
  await app.owner`update role set application = 'portal'`;
});

test('requires an application', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  expect((await send('GET', url)).status).toBe(400);
});
