import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createPasswordLink } from '../server/password-link.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const makeLink = (userName: string) =>
  createPasswordLink(app.services.database, app.services.keys.accountLink, {
    userName,
    operator: 'Ana',
    now: app.clock.now(),
  });

test('lets the operator make a link that sets a new password', async () => {
  const link = (await makeLink(' Support@harbour.example')) ?? '';
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const path = link.replace('/password/', '/users/changeForgottenPassword/');
  expect((await send('PUT', path, { token: 'Another-Long-2026' })).status).toBe(204);
  const login = { username: 'support@harbour.example', password: 'Another-Long-2026' };
  expect((await send('POST', '/auth/login', login)).status).toBe(200);
  const [event] = await app.owner`select actor, outcome from audit_event where act = 'createPasswordLink'`;
  expect(event).toMatchObject({ actor: 'operator: Ana', outcome: 'allowed' });
});

test('makes none for unknown, inactive and locked users', async () => {
  await app.owner`update app_user set active = false where user_name_key = 'clerk@harbour.example'`;
  await app.owner`
    update app_user set locked_reason = 'USER_INACTIVE_ACCOUNT' where user_name_key = 'analyst@harbour.example'`;
  for (const name of ['unknown@harbour.example', 'clerk@harbour.example', 'analyst@harbour.example'])
    expect(await makeLink(name), name).toBeUndefined();
});
