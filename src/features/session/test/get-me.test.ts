import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('returns organisation and permissions of the signed-in user', async () => {
  const send = await actAs(app, 'coffee@harbour.example');
  const { body } = await send('GET', '/me');
  expect(body).toMatchObject({ parentOrgId: 1111, parentPath: '/1000/1100/1110/1111', domainUser: false });
  expect(body.scopedPermissions.every((grant: { scope: string }) => grant.scope === body.parentPath)).toBe(
    true,
  );
});

test('drops revoked permissions with the next request', async () => {
  const send = await actAs(app, 'support@harbour.example');
  expect((await send('GET', '/me')).body.scopedPermissions).not.toEqual([]);
  await app.owner`delete from role_grant where user_id = (
    select user_id from app_user where user_name = 'support@harbour.example')`;
  await app.owner`update app_user set access_version = access_version + 1
    where user_name = 'support@harbour.example'`;
  expect((await send('GET', '/me')).body.scopedPermissions).toEqual([]);
});

test('signs out a deactivated user at once', async () => {
  const send = await actAs(app, 'analyst@harbour.example');
  await app.owner`update app_user set active = false where user_name = 'analyst@harbour.example'`;
  expect((await send('GET', '/me')).status).toBe(401);
});

test('asks a page of another version to reload', async () => {
  const send = await actAs(app, 'admin@harbour.example');
  const response = await send('GET', '/me', undefined, { 'x-product-version': '0.0.0' });
  expect(response).toMatchObject({ status: 400, body: { code: 'E152' } });
  const same = { 'x-product-version': app.services.config.version };
  expect((await send('GET', '/me', undefined, same)).status).toBe(200);
});

test('rejects requests without a session', async () => {
  expect((await signedOutClient(app).send('GET', '/me')).status).toBe(401);
});
