import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addApp,
  addPasskeyTo,
  mailsTo,
  setPolicy,
  withPassword,
} from '#features/access/second-factor/test/factor-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { listAudit, grant, findUserId, userManager } from './user-fixtures.ts';

const support = 'support@harbour.example';
let app: TestApp;
let admin: Send;
let url: string;
beforeAll(async () => {
  app = await startApp();
  url = factorsOf(await findUserId(app, support));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`truncate second_factor, recovery_code, trusted_device, user_session, security_policy, audit_event`;
  await app.owner`delete from role_grant where role_id in (${userManager.name}, 'security', 'security-manager')`;
  await app.owner`update app_user set access_version = access_version + 1`;
  admin = await actAs(app, 'admin@harbour.example');
});

const factorsOf = (id: string) => `/proxy/sync/security/users/${id}/secondFactor`;

/** A user with an app, a passkey, codes and a remembered device. */
async function protect(userName: string): Promise<Send> {
  const send = await actAs(app, userName);
  await addApp(app, send);
  await addPasskeyTo(send);
  await app.owner`
    insert into trusted_device (device_id, user_id, device_hash, user_agent, ip, created_at, last_used_at, expires_at)
    values (gen_random_uuid(), ${await findUserId(app, userName)}, '\\x01', '', '', now(), now(), now() + interval '1 day')`;
  return send;
}

async function rowsOf(userName: string): Promise<number[]> {
  const id = await findUserId(app, userName);
  const [row] = await app.owner<Record<string, number>[]>`
    select (select count(*)::int from second_factor where user_id = ${id}) as factors,
           (select count(*)::int from recovery_code where user_id = ${id}) as codes,
           (select count(*)::int from trusted_device where user_id = ${id}) as devices,
           (select count(*)::int from user_session where user_id = ${id}) as sessions`;
  return Object.values(row ?? {});
}

/** getUserFactors, resetSecondFactor */
test('removes factors, codes, devices and sessions, and emails the user', async () => {
  const user = await protect(support);
  expect((await admin('GET', url)).body).toEqual({ hasApp: true, passkeys: 1, codesLeft: 10 });
  expect((await admin('DELETE', url)).status).toBe(204);
  expect(await rowsOf(support)).toEqual([0, 0, 0, 0]);
  expect((await user('GET', '/me')).status).toBe(401);
  expect((await admin('GET', url)).body).toEqual({ hasApp: false, passkeys: 0, codesLeft: 0 });
  expect((await mailsTo(app, support)).at(-1)).toBe('secondFactorReset');
  const [event] = await listAudit(app, 'resetSecondFactor');
  expect(event).toMatchObject({
    actor: await findUserId(app, 'admin@harbour.example'),
    objectId: await findUserId(app, support),
    before: { hasApp: true, passkeys: 1, codesLeft: 10 },
  });
  const { login, send } = await withPassword(app, support);
  expect(login.status).toBe(200);
  expect((await send('GET', '/me')).status).toBe(200);
});

test('lets the user only add a factor where the company requires one', async () => {
  await protect(support);
  await setPolicy(app, 1100, { secondFactor: 'REQUIRED' });
  await admin('DELETE', url);
  const { send } = await withPassword(app, support);
  expect((await send('GET', '/me/security')).body.code).toBe('ENROLMENT_REQUIRED');
});

test('rejects a user without a factor', async () => {
  const refused = await admin('DELETE', url);
  expect([refused.status, refused.body.code]).toEqual([409, 'NO_SECOND_FACTOR']);
  expect(await listAudit(app, 'resetSecondFactor')).toEqual([]);
});

test('rejects the reset of one’s own factors', async () => {
  const sendAsAdmin = await protect('admin@harbour.example');
  const refused = await sendAsAdmin('DELETE', factorsOf(await findUserId(app, 'admin@harbour.example')));
  expect(refused.status).toBe(403);
  expect((await rowsOf('admin@harbour.example'))[0]).toBe(2);
});

test('rejects a manager of users without P_MANAGE_SECURITY', async () => {
  await protect('coffee@harbour.example');
  await grant(app, support, userManager, 1100);
  const manager = await actAs(app, support);
  const target = factorsOf(await findUserId(app, 'coffee@harbour.example'));
  expect((await manager('GET', target)).status).toBe(403);
  expect((await manager('DELETE', target)).status).toBe(403);
});

test('rejects a manager of security who does not manage the user', async () => {
  await protect('coffee@harbour.example');
  await grant(app, support, { name: 'security', permissions: ['P_MANAGE_SECURITY'] }, 1100);
  const manager = await actAs(app, support);
  const refused = await manager('DELETE', factorsOf(await findUserId(app, 'coffee@harbour.example')));
  expect(refused.status).toBe(403);
});

test('rejects a user who holds more than the editor', async () => {
  await protect('admin@harbour.example');
  const permissions = [...userManager.permissions, 'P_MANAGE_SECURITY'];
  await grant(app, support, { name: 'security-manager', permissions }, 1100);
  const manager = await actAs(app, support);
  const refused = await manager('DELETE', factorsOf(await findUserId(app, 'admin@harbour.example')));
  expect(refused.status).toBe(403);
  expect((await rowsOf('admin@harbour.example'))[0]).toBe(2);
});

test('rejects users of the other kind and of another company', async () => {
  await protect(support);
  const domain = await actAs(app, 'domain@demo.example');
  expect((await domain('DELETE', url)).status).toBe(403);
  const other = await admin('DELETE', factorsOf(await findUserId(app, 'domain@demo.example')));
  expect(other.status).toBe(404);
});

test('requires a new confirmation when the last one is older than five minutes', async () => {
  await protect(support);
  app.clock.advance(6 * 60_000);
  const refused = await admin('DELETE', url);
  expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
  expect((await rowsOf(support))[0]).toBe(2);
});
