import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { auditOf, create, grant, idOf, userManager, users } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

test('signs out and deletes the user, whose name stays in the audit', async () => {
  const victim = await actAs(app, 'analyst@harbour.example');
  const id = await idOf(app, 'analyst@harbour.example');
  expect((await admin('DELETE', users + id)).status).toBe(204);
  expect((await victim('GET', '/me')).status).toBe(401);
  expect((await admin('GET', users + id)).status).toBe(404);
  expect((await admin('DELETE', users + id)).status).toBe(404);
  const [event] = await auditOf(app, 'deleteUser');
  expect(event?.before).toMatchObject({ userName: 'analyst@harbour.example' });
  // The user's audit lines stay, and their id still resolves to a name.
  const acts = await app.owner`
    select k.user_name, k.is_deleted from audit_event a join known_user k on k.user_id::text = a.actor
    where a.act = 'login' and a.actor = ${id}`;
  expect(acts).toContainEqual({ userName: 'analyst@harbour.example', isDeleted: true });
  const [left] = await app.owner`
    select (select count(*) from role_grant where user_id = ${id}) +
           (select count(*) from user_session where user_id = ${id}) as rows`;
  expect(Number(left?.rows)).toBe(0);
});

test('frees the name', async () => {
  const first = await create(admin);
  await admin('DELETE', users + first.id);
  const second = await create(admin);
  expect(second.id).not.toBe(first.id);
});

test('rejects the caller, a user of the other kind and one with more permissions', async () => {
  expect((await admin('DELETE', users + (await idOf(app, 'admin@harbour.example')))).status).toBe(403);
  const domain = await actAs(app, 'domain@demo.example');
  const support = await idOf(app, 'support@harbour.example');
  expect((await domain('DELETE', users + support)).status).toBe(403);
  await grant(app, 'support@harbour.example', userManager, 1100);
  const manager = await actAs(app, 'support@harbour.example');
  const coffee = await idOf(app, 'coffee@harbour.example');
  expect((await manager('DELETE', users + coffee)).status).toBe(403);
});

test('leaves one of two users who delete each other', async () => {
  await grant(app, 'expired@harbour.example', { name: 'all', permissions: [] }, 1100);
  const roles = {
    entitlements: [{ value: 'administrator', type: '1100' }],
    extraInfo: { organisationId: 1100 },
  };
  const pair = await Promise.all(
    ['one', 'two'].map((name) => create(admin, { userName: `${name}@harbour.example`, ...roles })),
  );
  await app.owner`
    update app_user set password_hash = (
      select password_hash from app_user where user_name = 'admin@harbour.example')
    where user_name in ('one@harbour.example', 'two@harbour.example')`;
  const [one, two] = await Promise.all(pair.map((user) => actAs(app, user.userName)));
  const responses = await Promise.all([
    one?.('DELETE', users + pair[1].id),
    two?.('DELETE', users + pair[0].id),
  ]);
  expect(responses.filter((response) => response?.status === 204)).toHaveLength(1);
  const left = await app.owner`select 1 from app_user where user_id in (${pair[0].id}, ${pair[1].id})`;
  expect(left).toHaveLength(1);
});
