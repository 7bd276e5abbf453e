import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { firstAdministratorLink } from '#app/server/demo/first-administrator.ts';
import { openDatabase } from '#database/open-database.ts';
import { migrate } from '#database/migrate.ts';
import { signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  // A production start: migrated and empty.
  const name = `empty_${process.pid}`;
  const url = new URL(inject('databaseServer'));
  const sql = openDatabase(url.href, { as: 'owner', max: 1 });
  await sql.unsafe(`drop database if exists ${name}`);
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  app = await startApp({ databaseUrl: url.href });
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
  const lines = await firstAdministratorLink(app.services);
  return lines.join('').split('/setup/')[1] ?? '';
}

test('creates one administrator by the newest link', async () => {
  const older = await linkToken();
  const token = await linkToken();
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const at = (value: string) => `/users/firstAdministrator/${value}`;
  expect((await send('POST', at(older), body)).body.message).toBe('link_not_valid');
  expect((await send('POST', at(token), { ...body, password: 'short' })).body.message).toBe(
    'password_not_good',
  );
  const tries = await Promise.all([send('POST', at(token), body), send('POST', at(token), body)]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { username, password } = body;
  const signedIn = await send('POST', '/auth/login', { username, password });
  expect(signedIn.body).toMatchObject({ parentOrgName: 'North Sea Payments', domainUser: true });
  expect(await linkToken()).toBe('');
});
