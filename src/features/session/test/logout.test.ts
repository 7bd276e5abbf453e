import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('ends the session on the server and clears the cookies', async () => {
  const { send, cookies } = signedOutClient(app);
  await send('GET', '/initiation');
  await send('POST', '/auth/login', { username: 'admin@harbour.example', password: demoPassword });
  const token = cookies.get('session');
  const response = await send('DELETE', '/auth/logout');
  expect(response.status).toBe(204);
  expect(cookies.has('session')).toBe(false);
  expect(response.headers['clear-site-data']).toBe('"cache", "storage"');
  const again = await app.portal.inject({ url: '/me', headers: { cookie: `session=${token}` } });
  expect(again.statusCode).toBe(401);
});

test('succeeds without a session', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  expect((await send('DELETE', '/auth/logout')).status).toBe(204);
});
