import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('ends that session of the caller only', async () => {
  const here = await actAs(app, 'support@harbour.example');
  const there = await actAs(app, 'support@harbour.example');
  const stranger = await actAs(app, 'admin@harbour.example');
  const [{ sessionId }] = (await here('GET', '/session/own')).body.filter(
    (one: { isCurrent: boolean }) => !one.isCurrent,
  );
  expect((await stranger('DELETE', `/session/own/${sessionId}`)).status).toBe(404);
  expect((await there('GET', '/me')).status).toBe(200);
  expect((await here('DELETE', `/session/own/${sessionId}`)).status).toBe(204);
  expect((await there('GET', '/me')).status).toBe(401);
  expect((await here('GET', '/me')).status).toBe(200);
  expect((await here('DELETE', `/session/own/${sessionId}`)).status).toBe(404);
  expect((await here('DELETE', '/session/own/nonsense')).status).toBe(404);
});
