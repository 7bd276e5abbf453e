import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit, grant, findUserId } from '#features/access/users/test/user-fixtures.ts';
import {
  decide,
  everything,
  letApprove,
  setPolicy,
} from '#features/access/approvals/test/approval-fixtures.ts';
import { addPasskeyTo } from '#features/access/second-factor/test/factor-fixtures.ts';
import { dnsTxtResolver } from '#integrations/web/txt-resolver.ts';
import { type TestResponse, type Send, actAs } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import {
  type SignOnApp,
  group,
  pathOf,
  saveMapping,
  saveProvider,
  signOn,
  sso,
  startSignOnApp,
  verifyDomain,
} from './sign-on-fixtures.ts';
import { startProvider, person } from './test-provider.ts';

let all: SignOnApp;
let admin: Send;
/** Manages the security of the whole company, and refunds nothing. */
let manager: Send;
beforeAll(async () => {
  all = await startSignOnApp();
  admin = await actAs(all.app, 'admin@harbour.example');
  const permissions = ['P_MANAGE_SECURITY', 'P_VIEW_SCHEDULE'];
  await grant(all.app, 'support@harbour.example', { name: 'security-manager', permissions }, 1100);
  await all.app.owner`
    delete from role_grant where role_id = 'viewer'
      and user_id = ${await findUserId(all.app, 'support@harbour.example')}`;
  manager = await actAs(all.app, 'support@harbour.example');
});
afterAll(() => all.stop());
beforeEach(async () => {
  await all.app.owner`delete from sso_provider`;
  await all.app.owner`delete from sso_domain`;
  await all.app.owner`delete from throttle`;
});

const view = async (send: Send = admin, organisation = 1100) =>
  (await send('GET', sso('', organisation))).body;
const provider = (more: object = {}) => {
  const { issuer, clientId, clientSecret } = all.provider;
  return { issuer, clientId, clientSecret, version: 0, ...more };
};

/** getSingleSignOn, saveSignOnProvider */
test('stores a provider and never returns its secret', async () => {
  expect(await view()).toMatchObject({
    organisationId: 1100,
    mayChange: true,
    provider: null,
    version: 0,
    redirectUri: 'http://localhost:8080/auth/sso/return',
  });
  const saved = await admin('PUT', sso(), provider());
  expect(saved).toMatchObject({
    status: 200,
    body: {
      provider: { issuer: all.provider.issuer, clientId: 'countinghouse', isRequired: false },
      version: 1,
    },
  });
  const rows = await all.app.owner`select * from sso_provider`;
  const audited = await listAudit(all.app, 'saveSignOnProvider');
  for (const text of [
    JSON.stringify(saved.body),
    JSON.stringify(rows),
    JSON.stringify(audited),
    all.app.logged(),
  ])
    expect(text).not.toContain(all.provider.clientSecret);
  expect(String((rows[0] as { sealedSecret: Buffer }).sealedSecret.toString('latin1'))).not.toContain(
    'a-secret',
  );
});

test('keeps the secret when none is sent', async () => {
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk')]);
  const { clientSecret: _secret, ...rest } = provider({ version: (await view()).version });
  expect((await admin('PUT', sso(), rest)).status).toBe(200);
  expect((await signOn(all, person('kept'))).page.outcome).toBe('signed-in');
});

test('never keeps the secret for another issuer or client', async () => {
  await saveProvider(admin, all);
  const other = await startProvider('http://localhost:8080/auth/sso/return');
  const { version } = await view();
  for (const more of [{ issuer: other.issuer }, { clientId: 'another' }]) {
    const { clientSecret: _secret, ...rest } = provider({ version, ...more });
    expect(await admin('PUT', sso(), rest)).toMatchObject({
      status: 400,
      body: { field: 'clientSecret', message: 'client_secret_missing' },
    });
  }
  expect((await view()).provider.issuer).toBe(all.provider.issuer);
  await other.stop();
});

test('changes each version once', async () => {
  await saveProvider(admin, all);
  expect((await admin('PUT', sso(), provider())).body).toMatchObject({ code: 'SIGN_ON_CHANGED' });
  expect((await admin('PUT', sso(), provider({ version: 1 }))).body.version).toBe(2);
});

describe('names the field of', () => {
  test.each([
    ['no address', { issuer: 'harbour' }, 'issuer', 'issuer_url'],
    ['an address with a query', { issuer: 'https://id.harbour.example?a=b' }, 'issuer', 'issuer_url'],
    ['another scheme', { issuer: 'ftp://id.harbour.example' }, 'issuer', 'issuer_not_https'],
    ['an address without a server', { issuer: 'http://localhost:9' }, 'issuer', 'issuer_unreachable'],
    ['no secret at first', { clientSecret: undefined }, 'clientSecret', 'client_secret_missing'],
  ])('%s', async (_title, more, field, message) => {
    expect(await admin('PUT', sso(), provider(more))).toMatchObject({
      status: 400,
      body: { code: 'SIGN_ON_PROVIDER', field, message },
    });
    expect((await view()).provider).toBeNull();
  });

  test('an issuer that names itself differently', async () => {
    const issuer = all.provider.issuer.replace('127.0.0.1', 'localhost');
    expect(await admin('PUT', sso(), provider({ issuer }))).toMatchObject({
      status: 400,
      body: { field: 'issuer', message: 'issuer_mismatch' },
    });
  });

  test('http and private addresses, unless they are allowed', async () => {
    const app = await startApp();
    const send = await actAs(app, 'admin@harbour.example');
    const message = async (issuer: string) => (await send('PUT', sso(), provider({ issuer }))).body.message;
    expect(await message(all.provider.issuer)).toBe('issuer_not_https');
    expect(await message('https://127.0.0.1:1')).toBe('issuer_not_public');
    expect(await message('https://localhost:1')).toBe('issuer_not_public');
    await app.stop();
  });
});

/** addSignOnDomain, verifySignOnDomain, removeSignOnDomain */
test('verifies a domain by its TXT record', async () => {
  const added = await admin('POST', sso('/domains'), { domain: ' Harbour.EXAMPLE. ' });
  expect(added.status).toBe(201);
  const [domain] = added.body.domains;
  expect(domain).toMatchObject({ domain: 'harbour.example', verifiedAt: null });
  expect(domain.recordName).toBe('_countinghouse.harbour.example');
  expect(domain.recordValue).toMatch(/^countinghouse-verification=[\w-]{32}$/);
  const verify = () => admin('POST', sso('/domains/harbour.example/verify'), {});
  all.records.set(domain.recordName, [`${domain.recordValue}x`]);
  expect((await verify()).body).toMatchObject({ code: 'SIGN_ON_RECORD_MISSING' });
  all.records.set(domain.recordName, [domain.recordValue]);
  expect((await verify()).body.domains[0].verifiedAt).not.toBeNull();
  expect((await admin('DELETE', sso('/domains/harbour.example'))).status).toBe(204);
  expect((await view()).domains).toEqual([]);
  expect((await admin('DELETE', sso('/domains/harbour.example'))).status).toBe(404);
  expect((await verify()).status).toBe(404);
});

test('gives each company a record of its own', async () => {
  const meridian = await actAs(all.app, 'admin@meridian.example');
  const harbourView = await admin('POST', sso('/domains'), { domain: 'shared.example' });
  const meridianView = await meridian('POST', sso('/domains', 1200), { domain: 'shared.example' });
  expect(harbourView.body.domains[0].recordValue).not.toBe(meridianView.body.domains[0].recordValue);
});

test('refuses the domain of another company, before and after its record', async () => {
  const meridian = await actAs(all.app, 'admin@meridian.example');
  const claimed = await meridian('POST', sso('/domains', 1200), { domain: 'harbour.example' });
  await verifyDomain(admin, all, 'harbour.example');
  const { recordName, recordValue } = claimed.body.domains[0];
  all.records.set(recordName, [recordValue]);
  const verified = await meridian('POST', sso('/domains/harbour.example/verify', 1200), {});
  expect(verified).toMatchObject({ status: 409, body: { code: 'SIGN_ON_DOMAIN_TAKEN' } });
  await meridian('DELETE', sso('/domains/harbour.example', 1200));
  const repeated = await meridian('POST', sso('/domains', 1200), { domain: 'harbour.example' });
  expect(repeated).toMatchObject({ status: 409, body: { code: 'SIGN_ON_DOMAIN_TAKEN' } });
});

test.each([
  '',
  'harbour',
  'http://harbour.example',
  'harbour..example',
  '-a.example',
  'a b.example',
  '127.0.0.1',
])('rejects the domain "%s"', async (domain) => {
  expect((await admin('POST', sso('/domains'), { domain })).status).toBe(400);
});

test('finds no record when no server responds', async () => {
  expect(await dnsTxtResolver(['127.0.0.1:9']).lookup('harbour.example')).toEqual([]);
});

/** saveSignOnMapping */
test('replaces the mapping in one version', async () => {
  expect((await admin('PUT', sso('/mapping'), { rules: [], version: 0 })).body).toMatchObject({
    code: 'NO_SIGN_ON_PROVIDER',
  });
  await saveProvider(admin, all);
  await saveMapping(admin, [group('desk'), group('desk'), group('refunds', 'cashier', 1111)]);
  expect((await view()).rules).toMatchObject([
    { value: 'desk', roleName: 'Viewer', organisationName: 'Harbour Group', isActive: true },
    { value: 'refunds', roleName: 'Cashier', organisationName: 'Harbour Coffee', isActive: true },
  ]);
  expect((await admin('PUT', sso('/mapping'), { rules: [], version: 1 })).status).toBe(409);
  await saveMapping(admin, []);
  expect((await view()).rules).toEqual([]);
});

test.each([
  ['an unknown role', group('desk', 'no-such-role')],
  ['an organisation of another company', group('desk', 'viewer', 1211)],
  ['the organisation above', group('desk', 'viewer', 1000)],
  ['an empty value', group('')],
])('rejects a rule with %s', async (_title, rule) => {
  await saveProvider(admin, all);
  const { version } = await view();
  expect((await admin('PUT', sso('/mapping'), { rules: [rule], version })).status).toBe(400);
});

test('waits for approval where roles need one, and removes rules at once', async () => {
  await saveProvider(admin, all);
  await saveMapping(admin, [group('desk'), group('night')]);
  await setPolicy(all.app, everything);
  await letApprove(all.app, 'analyst@harbour.example');
  const save = async (rules: object[]) =>
    admin('PUT', sso('/mapping'), { rules, version: (await view()).version });
  expect((await save([group('desk')])).status).toBe(200);
  const waiting = await save([group('desk'), group('all', 'cashier')]);
  expect([waiting.status, (await view()).rules.length]).toEqual([202, 1]);
  const approver = await actAs(all.app, 'analyst@harbour.example');
  expect((await decide(approver, waiting.body.approvalId, 'approve')).body).toMatchObject({
    action: 'grantRole',
    objectName: 'groups = all',
    state: 'SUCCEEDED',
  });
  expect((await view()).rules).toHaveLength(2);
  // Another claim decides who gets the roles of the rules.
  const { provider, version } = await view();
  const { issuer, clientId } = provider;
  const unchanged = await admin('PUT', sso(), { issuer, clientId, version });
  expect(unchanged.status, JSON.stringify(unchanged.body)).toBe(200);
  const change = { issuer, clientId, emailClaim: 'upn', version: unchanged.body.version };
  expect([(await admin('PUT', sso(), change)).status, (await view()).provider.emailClaim]).toEqual([
    202,
    'email',
  ]);
  await all.app.owner`delete from approval_policy`;
});

describe('escalation', () => {
  test('a mapping grants nothing that its maker lacks', async () => {
    await saveProvider(admin, all);
    const { version } = await view();
    const save = (roleId: string) =>
      manager('PUT', sso('/mapping'), { rules: [group('desk', roleId)], version });
    expect((await save('administrator')).body).toMatchObject({ code: 'SIGN_ON_RULE_BEYOND' });
    expect((await save('viewer')).status).toBe(403);
    expect((await save('security-manager')).status).toBe(200);
  });

  test('a rule of another maker stays while its maker holds the rights', async () => {
    await saveProvider(admin, all);
    await saveMapping(admin, [group('desk', 'cashier')]);
    await saveMapping(manager, [group('desk', 'cashier'), group('guards', 'security-manager')]);
    expect((await view()).rules.every(({ isActive }: { isActive: boolean }) => isActive)).toBe(true);
    const wider = [group('desk', 'cashier'), group('all', 'cashier')];
    const { version } = await view();
    expect((await manager('PUT', sso('/mapping'), { rules: wider, version })).status).toBe(403);
  });

  test('another provider is refused to a user who lacks what the mapping grants', async () => {
    await saveProvider(admin, all);
    await saveMapping(admin, [group('desk', 'cashier')]);
    const { version } = await view();
    expect((await manager('PUT', sso(), provider({ version }))).body).toMatchObject({
      code: 'SIGN_ON_MAPPING_BEYOND',
    });
  });

  test('a rule grants nothing at sign-in after its maker lost the rights', async () => {
    await saveProvider(admin, all);
    await verifyDomain(admin, all, 'harbour.example');
    await saveMapping(manager, [group('desk', 'security-manager')]);
    expect((await signOn(all, person('early'))).page.outcome).toBe('signed-in');
    await all.app.owner`
      update role_grant set organisation_id = 1111 where role_id = 'security-manager'
        and user_id = ${await findUserId(all.app, 'support@harbour.example')}`;
    expect((await view()).rules).toMatchObject([{ isActive: false }]);
    expect((await signOn(all, person('early'))).page.outcome).toBe('no-access');
    expect((await signOn(all, person('late'))).page.outcome).toBe('no-access');
    await all.app.owner`
      update role_grant set organisation_id = 1100 where role_id = 'security-manager'
        and user_id = ${await findUserId(all.app, 'support@harbour.example')}`;
  });

  test('a rule of a role that has grown grants nothing beyond its maker', async () => {
    await saveProvider(admin, all);
    await verifyDomain(admin, all, 'harbour.example');
    await saveMapping(manager, [group('desk', 'security-manager')]);
    await all.app
      .owner`insert into role (role_id, name, description) values ('grown', 'Grown', '') on conflict do nothing`;
    await all.app
      .owner`insert into role_permission (role_id, permission) values ('grown', 'P_VIEW_SCHEDULE')`;
    await saveMapping(manager, [group('desk', 'grown')]);
    await all.app.owner`insert into role_permission (role_id, permission) values ('grown', 'P_NEW_PAYOUT')`;
    expect((await signOn(all, person('grown'))).page.outcome).toBe('no-access');
  });
});

/** testSignOn */
async function testSignIn(send: Send, account: ReturnType<typeof person> | undefined) {
  all.provider.account = account;
  const started = await send('POST', sso('/test'), {});
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return send('GET', pathOf(await all.provider.visit(started.body.url)));
}

test('shows claims and grants of a test sign-in, which signs in no user', async () => {
  expect((await admin('POST', sso('/test'), {})).body).toMatchObject({ code: 'NO_SIGN_ON_PROVIDER' });
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk')]);
  const response = await testSignIn(admin, person('tested', { amr: ['pwd', 'otp'] }));
  expect(response.headers.location).toBe('/settings/security/single-sign-on?step=test');
  expect((await admin('GET', '/me')).body.userId).toBe('admin@harbour.example');
  const { test: testView } = await view();
  expect(testView).toMatchObject({
    isCurrent: true,
    problem: null,
    hasSecondFactor: true,
    grants: [{ roleName: 'Viewer', organisationName: 'Harbour Group' }],
  });
  expect(testView.claims).toContainEqual({ name: 'groups', value: '["desk"]' });
  expect((await view(manager)).test).toBeNull();
  const users = await all.app.owner`select from app_user where user_name = 'tested@harbour.example'`;
  expect(users).toHaveLength(0);
});

test.each([
  ['a cancelled test', undefined, { problem: 'cancelled', code: 'access_denied' }],
  ['an email of another domain', person('a', { email: 'a@other.example' }), { problem: 'domain' }],
  ['no email', person('a', { email: undefined }), { problem: 'email_missing' }],
])('shows why %s fails', async (_title, account, expected) => {
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await testSignIn(admin, account);
  expect((await view()).test).toMatchObject(expected);
});

test('stores no test after the administrator has signed out', async () => {
  await saveProvider(admin, all);
  const other = await actAs(all.app, 'admin@harbour.example');
  all.provider.account = person('ada');
  const started = await other('POST', sso('/test'), {});
  const returnUrl = await all.provider.visit(started.body.url);
  await other('DELETE', '/auth/logout');
  expect((await other('GET', pathOf(returnUrl))).headers.location).toBe('/settings/security/single-sign-on');
  expect((await view()).test).toBeNull();
});

/** requireSignOn */
async function require(isRequired = true, send: Send = admin): Promise<TestResponse> {
  const { version } = await view();
  return send('PUT', sso('/requirement'), { isRequired, version });
}

test('requires after an own test and with a local administrator who has a passkey', async () => {
  expect((await require()).body).toMatchObject({ code: 'NO_SIGN_ON_PROVIDER' });
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk')]);
  expect((await require()).body).toMatchObject({ code: 'SIGN_ON_TEST_MISSING' });
  await testSignIn(admin, person('a', { email: 'a@other.example' }));
  expect((await require()).body).toMatchObject({ code: 'SIGN_ON_TEST_MISSING' });
  await testSignIn(admin, person('ada'));
  expect((await require()).body).toMatchObject({ code: 'LOCAL_ADMINISTRATOR_MISSING' });
  await addPasskeyTo(admin);
  expect((await view()).hasLocalAdministrator).toBe(true);
  expect((await require(true, manager)).body).toMatchObject({ code: 'SIGN_ON_TEST_MISSING' });
  expect((await require()).body).toMatchObject({ provider: { isRequired: true } });
  expect((await admin('PUT', sso('/requirement'), { isRequired: false, version: 1 })).status).toBe(409);
  expect((await require(false)).body).toMatchObject({ provider: { isRequired: false } });
});

test('needs a new test after a change of the provider, which ends the requirement', async () => {
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await testSignIn(admin, person('ada'));
  expect((await require()).status).toBe(200);
  all.app.clock.advance(1000);
  await saveProvider(admin, all);
  expect(await view()).toMatchObject({ provider: { isRequired: false }, test: { isCurrent: false } });
  expect((await require()).body).toMatchObject({ code: 'SIGN_ON_TEST_MISSING' });
});

/** removeSignOnProvider */
test('removes the provider with its mapping', async () => {
  await saveProvider(admin, all);
  await saveMapping(admin, [group('desk')]);
  expect((await admin('DELETE', sso())).status).toBe(204);
  expect(await view()).toMatchObject({ provider: null, rules: [] });
  expect((await admin('DELETE', sso())).status).toBe(404);
});

describe('changes belong to the company', () => {
  test.each([
    ['PUT', '', { issuer: 'https://id.example', clientId: 'a', version: 0 }],
    ['DELETE', '', undefined],
    ['POST', '/domains', { domain: 'a.example' }],
    ['POST', '/domains/a.example/verify', {}],
    ['DELETE', '/domains/a.example', undefined],
    ['PUT', '/mapping', { rules: [], version: 0 }],
    ['PUT', '/requirement', { isRequired: false, version: 0 }],
  ] as const)('%s %s', async (method, rest, body) => {
    expect((await admin(method, sso(rest, 1111), body)).status).toBe(403);
  });

  test('an organisation above companies has no provider', async () => {
    const domain = await actAs(all.app, 'domain@demo.example');
    expect((await domain('GET', sso('', 1000))).status).toBe(404);
    expect((await domain('GET', sso('', 1111))).body).toMatchObject({
      organisationId: 1100,
      mayChange: true,
    });
  });
});
