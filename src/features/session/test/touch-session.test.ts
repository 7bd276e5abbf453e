import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { actAs, visitor } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('keeps the session alive, but not beyond twelve hours', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    app.clock.advance(10 * minuteMs);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
  }
  app.clock.advance(11 * minuteMs);
  expect((await send('POST', '/session/touch', {})).status).toBe(401);
});

test('revives nothing for strangers', async () => {
  const { send } = visitor(app);
  await send('GET', '/initiation');
  expect((await send('POST', '/session/touch', {})).status).toBe(401);
});
