import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstAdministratorLink } from '#app/server/demo/seed-first-start.ts';
import { emptyDatabase } from '#features/setup/setup/test/setup-fixtures.ts';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  // A production start: migrated and empty.
  app = await startApp({ databaseUrl: await emptyDatabase('first_administrator') });
});
afterAll(() => app.stop());

const body = {
  organisationName: 'North Sea Payments',
  firstName: 'Iris',
  lastName: 'Vance',
  username: 'iris@northsea.example',
  password: 'Long-Enough-2026',
};

async function linkToken(): Promise<string> {
  const lines = await createFirstAdministratorLink(app.services);
  return lines.join('').split('/setup/')[1] ?? '';
}

test('creates one administrator by the newest link', async () => {
  const older = await linkToken();
  const token = await linkToken();
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const linkUrl = (value: string) => `/users/firstAdministrator/${value}`;
  expect((await send('POST', linkUrl(older), body)).body.message).toBe('link_not_valid');
  expect((await send('POST', linkUrl(token), { ...body, password: 'short' })).body.message).toBe(
    'password_not_good',
  );
  const tries = await Promise.all([send('POST', linkUrl(token), body), send('POST', linkUrl(token), body)]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { username, password } = body;
  const signedIn = await send('POST', '/auth/login', { username, password });
  expect(signedIn.body).toMatchObject({ parentOrgName: 'North Sea Payments', domainUser: true });
  expect(await linkToken()).toBe('');
});
