import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test("returns only names of the organisation's users, by username", async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const { body } = await send('GET', '/proxy/async/cm/users/1100');
  const userNames = body.map((one: { userName: string }) => one.userName);
  expect(userNames).toHaveLength(7);
  expect(userNames).toEqual([...userNames].sort());
  expect(Object.keys(body[0]).sort()).toEqual(['firstName', 'id', 'lastName', 'userName']);
});

test('rejects another company', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  expect((await send('GET', '/proxy/async/cm/users/1200')).status).toBe(403);
});
