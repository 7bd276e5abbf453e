import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('sets a readable anti-forgery value, new each time', async () => {
  const { send, cookies } = signedOutClient(app);
  const first = await send('GET', '/initiation');
  expect(String(first.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; SameSite=Strict$/);
  const value = cookies.get('XSRF-TOKEN');
  await send('GET', '/initiation');
  expect(cookies.get('XSRF-TOKEN')).not.toBe(value);
});
