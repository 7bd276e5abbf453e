import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test("ends the caller's other sessions only", async () => {
  const name = 'support@harbour.example';
  const [here, one, two] = [await actAs(app, name), await actAs(app, name), await actAs(app, name)];
  const stranger = await actAs(app, 'admin@harbour.example');
  expect((await here('DELETE', '/session/own')).body).toEqual({ ended: 2 });
  expect((await one('GET', '/me')).status).toBe(401);
  expect((await two('GET', '/me')).status).toBe(401);
  expect((await here('GET', '/me')).status).toBe(200);
  expect((await stranger('GET', '/me')).status).toBe(200);
  expect((await here('DELETE', '/session/own')).body).toEqual({ ended: 0 });
});
