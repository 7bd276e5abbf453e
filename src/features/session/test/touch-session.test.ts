import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('extends the session up to twelve hours', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    app.clock.advance(10 * minuteMs);
    expect((await send('POST', '/session/touch', {})).status).toBe(204);
  }
  app.clock.advance(11 * minuteMs);
  expect((await send('POST', '/session/touch', {})).status).toBe(401);
});

test('creates no session', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  expect((await send('POST', '/session/touch', {})).status).toBe(401);
});

test('ends a session 15 minutes after its last keep-alive', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  // Within the seconds in which other requests are not recorded.
  app.clock.advance(19_000);
  expect((await send('POST', '/session/touch', {})).status).toBe(204);
  app.clock.advance(15 * minuteMs - 1);
  expect((await send('GET', '/me')).status).toBe(200);
  app.clock.advance(15 * minuteMs);
  expect((await send('GET', '/me')).status).toBe(401);
  // An ended session stays ended.
  app.clock.advance(-minuteMs);
  expect((await send('POST', '/session/touch', {})).status).toBe(204);
});

test.each([
  ['an hour ahead', 60, 401],
  ['forty days ahead', 40 * 24 * 60, 401],
  ['two hours back', -120, 200],
])('keeps the end of a session when the clock jumps %s', async (_where, minutes, expected) => {
  const send = await actAs(app, 'admin@harbour.example');
  const [before] = await app.owner`select max(expires_at) as ends from user_session`;
  app.clock.advance(minutes * minuteMs);
  expect((await send('GET', '/me')).status).toBe(expected);
  const [after] = await app.owner`select max(expires_at) as ends from user_session`;
  expect(after).toEqual(before);
  app.clock.advance(Math.max(0, -minutes) * minuteMs);
});
