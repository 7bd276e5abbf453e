import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { idOf, users } from './user-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test.each([
  ['locked@harbour.example', 'SET', 'MAX_PASSWORD_ATTEMPTS'],
  ['temporary@harbour.example', 'TEMPORARY', 'TEMPORARY_PASSWORD'],
  ['expired@harbour.example', 'EXPIRED', 'PASSWORD_EXPIRED'],
  ['support@harbour.example', 'SET', null],
])('%s: password %s, locked for %s', async (userName, passwordStatus, lockedReason) => {
  const send = await actAs(app, 'admin@harbour.example');
  const { body } = await send('GET', users + (await idOf(app, userName)));
  expect(body.extraInfo).toMatchObject({ passwordStatus, lockedReason });
});

test('omits an expired lock', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const id = await idOf(app, 'locked@harbour.example');
  const until = new Date(app.clock.now().getTime() + minuteMs);
  await app.owner`update app_user set locked_until = ${until} where user_id = ${id}`;
  expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBe('MAX_PASSWORD_ATTEMPTS');
  app.clock.advance(minuteMs);
  expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBeNull();
});

test('returns nothing of the password', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const response = await send('GET', users + (await idOf(app, 'support@harbour.example')));
  const [row] = await app.owner<{ hash: string }[]>`
    select password_hash as hash from app_user where user_name = 'support@harbour.example'`;
  expect(JSON.stringify(response.body)).not.toContain(row?.hash.slice(-20));
});

test('separates domain users from other users', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  const support = await idOf(app, 'support@harbour.example');
  expect((await domain('GET', users + support)).status).toBe(403);
  const admin = await actAs(app, 'admin@harbour.example');
  expect((await admin('GET', users + (await idOf(app, 'domain@demo.example')))).status).toBe(404);
});

test.each(['x', '6b1b36cb-1111-4000-8000-000000000000', "'--"])('finds no user with id %s', async (id) => {
  const send = await actAs(app, 'admin@harbour.example');
  expect((await send('GET', users + id)).status).toBe(404);
});
