import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decide, setPolicy } from '#features/access/approvals/test/approval-fixtures.ts';
import {
  createScimGroup,
  createScimUser,
  mapGroup,
  providerOf,
} from '#features/access/scim/test/scim-fixtures.ts';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { permissions } from '#shared/permissions.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import {
  type SignOnApp,
  saveProvider,
  signOn,
  sso,
  startSignOnApp,
  verifyDomain,
} from './sign-on-fixtures.ts';
import { type TestProvider, person, startProvider } from './test-provider.ts';

/*
 * A user with nothing but the right to manage security brings a provider of their own, and has it report the email of an
 * administrator. Two users of the directory are tried: one who never signed in, and one connected to the first provider.
 */

let all: SignOnApp;
let foreign: TestProvider;
let admin: Send;
let security: Send;
beforeAll(async () => {
  all = await startSignOnApp();
  foreign = await startProvider(`${all.app.services.config.portalUrl}/auth/sso/return`);
  admin = await actAs(all.app, 'admin@harbour.example');
  const role = { name: 'security-only', permissions: ['P_MANAGE_SECURITY'] };
  await grant(all.app, 'analyst@harbour.example', role, 1100);
  await all.app.owner`delete from role_grant where role_id <> 'security-only'
    and user_id = (select user_id from app_user where user_name = 'analyst@harbour.example')`;
  security = await actAs(all.app, 'analyst@harbour.example');
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  const directory = await providerOf(all.app);
  const ids = [];
  for (const name of ['boss', 'connected'])
    ids.push((await createScimUser(directory, `${name}@harbour.example`)).id);
  const { id } = await createScimGroup(directory, 'Administrators', ids);
  await mapGroup(all.app, id, [{ roleId: 'administrator', organisationId: 1100 }]);
  expect((await signOn(all, person('connected'))).page.outcome).toBe('signed-in');
});
afterAll(async () => {
  await foreign.stop();
  await all.stop();
});
afterEach(() => all.app.owner`delete from throttle`);

async function save(send: Send, change: object) {
  all.app.clock.advance(1000);
  const { version } = (await send('GET', sso())).body;
  const { issuer, clientId, clientSecret } = foreign;
  return send('PUT', sso(), { issuer, clientId, clientSecret, version, ...change });
}

const asForeign = (name: string) =>
  signOn({ ...all, provider: foreign }, person(name, { sub: `another ${name}`, amr: ['mfa'] }));

describe('a provider of a user who only manages security', () => {
  test('cannot connect the users of the directory', async () => {
    const refused = await save(security, { connectsProvisioned: true });
    expect([refused.status, refused.body.code]).toEqual([403, 'SIGN_ON_USERS_BEYOND']);
  });

  test('signs in neither a provisioned nor a connected user', async () => {
    expect((await save(security, {})).status).toBe(200);
    for (const name of ['boss', 'connected'])
      expect((await asForeign(name)).page.outcome, name).toBe('link-needed');
  });

  test('is reported to the administrators by email', async () => {
    const mails = await all.app.owner<{ recipient: string }[]>`
      select recipient from mail_outbox where template = 'signOnChanged'
      and queued_at = (select max(queued_at) from mail_outbox where template = 'signOnChanged')`;
    expect(mails.map(({ recipient }) => recipient)).toContain('admin@harbour.example');
  });

  test('does not become able to by another change', async () => {
    const { version, provider } = (await security('GET', sso())).body;
    expect(provider.connectsProvisioned).toBe(false);
    const { issuer, clientId } = provider;
    const refused = await security('PUT', sso(), { issuer, clientId, connectsProvisioned: true, version });
    expect(refused.status).toBe(403);
  });
});

describe('a changed provider', () => {
  test('connects the users once an administrator with all their rights allows it', async () => {
    expect((await save(admin, {})).status).toBe(200);
    expect((await asForeign('boss')).page.outcome).toBe('link-needed');
    expect((await save(admin, { connectsProvisioned: true })).status).toBe(200);
    expect((await asForeign('boss')).page.outcome).toBe('signed-in');
  });

  test('connects no user while that administrator is inactive', async () => {
    await all.app.owner`update app_user set active = false where user_name = 'admin@harbour.example'`;
    expect((await asForeign('connected')).page.outcome).toBe('link-needed');
    await all.app.owner`update app_user set active = true where user_name = 'admin@harbour.example'`;
  });
});

test('a rule of the mapping gives nothing once its maker is inactive', async () => {
  const rules = [{ claim: 'groups', value: 'desk', roleId: 'viewer', organisationId: 1100 }];
  const admin = await actAs(all.app, 'admin@harbour.example');
  const { version } = (await admin('GET', sso())).body;
  expect((await admin('PUT', sso('/mapping'), { rules, version })).status).toBe(200);
  await all.app.owner`update app_user set active = false where user_name = 'admin@harbour.example'`;
  expect((await asForeign('newcomer')).page.outcome).toBe('no-access');
  // Saving the rule again makes it one of the user who saves it, so it gives rights like a new one.
  await setPolicy(all.app, [{ action: 'grantRole', from: null, hours: 24 }]);
  await grant(all.app, 'support@harbour.example', { name: 'mapper', permissions: [...permissions] }, 1100);
  const mapper = await actAs(all.app, 'support@harbour.example');
  const next = (await mapper('GET', sso())).body.version;
  const held = await mapper('PUT', sso('/mapping'), { rules, version: next });
  expect(held.status, JSON.stringify(held.body)).toBe(202);
  expect((await asForeign('newcomer')).page.outcome).toBe('no-access');
  await all.app.owner`delete from approval_policy`;
  await all.app.owner`delete from role_grant where role_id = 'mapper'`;
  await all.app.owner`update app_user set active = true where user_name = 'admin@harbour.example'`;
  expect((await asForeign('newcomer')).page.outcome).toBe('signed-in');
});

describe('an approver signed in by the provider of an administrator', () => {
  const approvers = { name: 'approvers', permissions: ['P_APPROVE'] };
  const rules = [{ claim: 'groups', value: 'approvers', roleId: approvers.name, organisationId: 1100 }];
  const policyUrl = '/proxy/sync/approvals/1100/policy';
  /** A request of the administrator that waits: a looser policy. */
  async function ask(): Promise<string> {
    await setPolicy(all.app, [{ action: 'refund', from: null, hours: 24 }]);
    const { version } = (await admin('GET', policyUrl)).body;
    const held = await admin('PUT', policyUrl, { rules: [], includesKeys: false, version });
    expect(held.status, JSON.stringify(held.body)).toBe(202);
    return held.body.approvalId;
  }
  beforeAll(async () => {
    admin = await actAs(all.app, 'admin@harbour.example');
    await grant(all.app, 'support@harbour.example', approvers, 1100);
    await all.app.owner`delete from sso_identity`;
    expect((await save(admin, { connectsProvisioned: true })).status).toBe(200);
    const { version } = (await admin('GET', sso())).body;
    expect((await admin('PUT', sso('/mapping'), { rules, version })).status).toBe(200);
  });
  afterEach(() => all.app.owner`delete from approval_policy`);

  test.each([
    ['a provisioned user that it connects', 'boss', {}],
    ['a user that it creates', 'new-approver', { groups: ['approvers'] }],
  ])('cannot decide for the administrator within a day: %s', async (_title, name, claims) => {
    const account = person(name, { sub: `second ${name}`, amr: ['mfa'], ...claims });
    const signedOn = await signOn({ ...all, provider: foreign }, account);
    expect(signedOn.page.outcome).toBe('signed-in');
    await all.app.owner`update app_user set created_at = created_at - interval '2 days'`;
    const approvalId = await ask();
    expect((await decide(signedOn.send, approvalId, 'approve')).status).toBe(403);
    const userName = `${name}@harbour.example`;
    await all.app.owner`
      update app_user set identity_changed_at = identity_changed_at - interval '25 hours' where user_name = ${userName}`;
    expect((await decide(signedOn.send, approvalId, 'reject')).status).toBe(200);
  });
});
