import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerOf, createScimUser } from '#features/access/scim/test/scim-fixtures.ts';
import { grant, findUserId } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import {
  type SignOnApp,
  group,
  saveMapping,
  saveProvider,
  signOn,
  startSignOnApp,
  verifyDomain,
} from './sign-on-fixtures.ts';
import { person } from './test-provider.ts';

const support = 'support@harbour.example';
let all: SignOnApp;
let admin: Send;
beforeAll(async () => {
  all = await startSignOnApp();
  admin = await actAs(all.app, 'admin@harbour.example');
});
afterAll(() => all.stop());

const urlOf = (id: string) => `/proxy/sync/security/users/${id}/singleSignOn`;
const read = async (userName: string, send: Send = admin) =>
  send('GET', urlOf(await findUserId(all.app, userName)));

/** getUserSignOn */
test('leaves out single sign-on for a company without a provider', async () => {
  expect((await read(support)).body).toEqual({ isProvisioned: false, signOn: null });
});

test('returns whether a user is provisioned', async () => {
  const okta = await providerOf(all.app);
  const { id } = await createScimUser(okta, 'pushed@harbour.example');
  expect((await admin('GET', urlOf(id))).body).toEqual({ isProvisioned: true, signOn: null });
  await okta('DELETE', `/scim/v2/Users/${id}`);
  expect((await admin('GET', urlOf(id))).body).toMatchObject({ isProvisioned: false });
});

test('returns whether a user is connected, and when single sign-on was last used', async () => {
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk')]);
  const notConnected = { isProvisioned: false, signOn: { isConnected: false, lastUsedAt: null } };
  expect((await read(support)).body).toEqual(notConnected);
  expect((await signOn(all, person('ada'))).page.outcome).toBe('signed-in');
  const { body } = await read('ada@harbour.example');
  expect(body).toEqual({
    isProvisioned: false,
    signOn: { isConnected: true, lastUsedAt: all.app.clock.now().toISOString() },
  });
  expect(JSON.stringify(body)).not.toContain('subject');
});

test('is for those who see the user', async () => {
  const meridian = await actAs(all.app, 'admin@meridian.example');
  expect((await read(support, meridian)).status).toBe(404);
  const domain = await actAs(all.app, 'domain@demo.example');
  expect((await read(support, domain)).status).toBe(403);
  await all.app.owner`
    delete from role_grant where user_id = ${await findUserId(all.app, 'analyst@harbour.example')}`;
  const role = { name: 'schedule-reader', permissions: ['P_VIEW_SCHEDULE'] };
  await grant(all.app, 'analyst@harbour.example', role, 1100);
  const other = await actAs(all.app, 'analyst@harbour.example');
  expect((await read(support, other)).status).toBe(403);
});
