import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import {
  addApp,
  addPasskeyTo,
  nextCode,
  setPolicy,
} from '#features/access/second-factor/test/factor-fixtures.ts';
import { listAudit, findUserId } from '#features/access/users/test/user-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, signedOutClient } from '#testing/act-as.ts';
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
import { person } from './test-provider.ts';

let all: SignOnApp;
let admin: Send;
beforeAll(async () => {
  all = await startSignOnApp();
  admin = await actAs(all.app, 'admin@harbour.example');
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, [group('desk'), group('roles', 'administrator')]);
});
afterAll(() => all.stop());
beforeEach(async () => {
  await all.app.owner`delete from throttle`;
  await all.app.owner`delete from security_policy`;
  await all.app.owner`update sso_provider set is_required = false`;
});

async function confirmedBy(userName: string): Promise<string | null | undefined> {
  const [row] = await all.app.owner<{ confirmedBy: string | null }[]>`
    select confirmed_by from user_session where user_id = ${await findUserId(all.app, userName)}
    order by created_at desc, session_id limit 1`;
  return row?.confirmedBy;
}

const login = async (username: string, password = demoPassword) => {
  const { send } = signedOutClient(all.app);
  await send('GET', '/initiation');
  return send('POST', '/auth/login', { username, password });
};

describe('second factors', () => {
  test('of the provider count', async () => {
    await setPolicy(all.app, 1100, { secondFactor: 'REQUIRED' });
    const { page } = await signOn(all, person('strong', { amr: ['pwd', 'mfa'] }));
    expect(page.outcome).toBe('signed-in');
    expect(await confirmedBy('strong@harbour.example')).toBe('provider-factor');
  });

  test('are ours where the policy requires one and the provider shows none', async () => {
    await setPolicy(all.app, 1100, { secondFactor: 'REQUIRED' });
    const { page, send } = await signOn(all, person('weak', { amr: ['pwd'] }));
    expect(page).toEqual({ outcome: 'enrolment', days: '0' });
    expect((await send('GET', '/me')).body.code).toBe('ENROLMENT_REQUIRED');
    expect((await send('POST', '/auth/enrolled', {})).body.code).toBe('ENROLMENT_REQUIRED');
    await addApp(all.app, send);
    expect((await send('POST', '/auth/enrolled', {})).status).toBe(200);
    expect((await send('GET', '/me')).body.userId).toBe('weak@harbour.example');
  });

  test('that the user has are requested, as after a password', async () => {
    const { send } = await signOn(all, person('both'));
    const app = await addApp(all.app, send);
    const repeated = await signOn(all, person('both'), { to: '/users' });
    expect(repeated.page).toMatchObject({
      outcome: 'second-factor',
      to: '/users',
      methods: 'totp,recovery-code',
      days: '30',
    });
    expect((await repeated.send('GET', '/me')).status).toBe(401);
    const code = nextCode(all.app, app);
    expect((await repeated.send('POST', '/auth/secondFactor', { code })).status).toBe(200);
    expect((await repeated.send('GET', '/me')).status).toBe(200);
  });

  test('are not requested again after those of the provider', async () => {
    const { send } = await signOn(all, person('twice'));
    await addApp(all.app, send);
    expect((await signOn(all, person('twice', { amr: ['mfa'] }))).page.outcome).toBe('signed-in');
  });

  test('of the provider confirm a step-up where a password does not', async () => {
    await setPolicy(all.app, 1100, { stepUpMinutes: 5, stepUpWithPassword: false });
    const add = { domain: 'another.example' };
    const strong = await signOn(all, person('chief', { groups: ['roles'], amr: ['mfa'] }));
    expect((await strong.send('POST', sso('/domains'), add)).status).toBe(201);
    all.app.clock.advance(6 * minuteMs);
    expect((await strong.send('POST', sso('/domains'), add)).body.code).toBe('STEP_UP_REQUIRED');
    const weak = await signOn(all, person('chief', { groups: ['roles'] }));
    expect((await weak.send('POST', sso('/domains'), add)).body.code).toBe('STEP_UP_REQUIRED');
    expect(await confirmedBy('chief@harbour.example')).toBe('single-sign-on');
  });
});

/** confirmMySignOn */
describe('a step-up of a user without factor and password', () => {
  const add = { domain: 'confirmed.example' };
  async function confirm(send: Send, account: ReturnType<typeof person>) {
    all.provider.account = account;
    const started = await send('POST', '/me/singleSignOn/confirm', {});
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    expect(started.body.url).toContain('prompt=login');
    return (await send('GET', pathOf(await all.provider.visit(started.body.url)))).headers.location;
  }

  test('sends to the provider, whose sign-in confirms', async () => {
    await setPolicy(all.app, 1100, { stepUpMinutes: 5 });
    const account = person('lead', { groups: ['roles'] });
    const { send } = await signOn(all, account);
    all.app.clock.advance(6 * minuteMs);
    expect((await send('POST', sso('/domains'), add)).body).toMatchObject({
      code: 'STEP_UP_REQUIRED',
      methods: ['single-sign-on'],
    });
    expect(await confirm(send, person('someone-else', { groups: ['roles'] }))).toBe(
      '/singleSignOn?outcome=refused',
    );
    expect((await send('POST', sso('/domains'), add)).body.code).toBe('STEP_UP_REQUIRED');
    expect(await confirm(send, account)).toBe('/singleSignOn?outcome=confirmed');
    expect((await send('POST', sso('/domains'), add)).status).toBe(201);
  });

  test('does not offer the provider where one factor is not enough', async () => {
    await setPolicy(all.app, 1100, { stepUpMinutes: 5, stepUpWithPassword: false });
    const { send } = await signOn(all, person('lead', { groups: ['roles'] }));
    expect((await send('POST', sso('/domains'), add)).body).toMatchObject({ methods: [] });
  });
});

describe('where single sign-on is required', () => {
  beforeEach(async () => {
    await all.app.owner`update sso_provider set is_required = true where company_id = 1100`;
  });

  test('users of the domain get the same refusal for any password, known or not', async () => {
    for (const [name, password] of [
      ['analyst@harbour.example', demoPassword],
      ['analyst@harbour.example', 'wrong'],
      ['ANALYST@Harbour.Example', demoPassword],
      ['no-such-user@harbour.example', 'wrong'],
    ] as const) {
      const { status, body } = await login(name, password);
      expect([status, body.code], name).toEqual([403, 'SINGLE_SIGN_ON_REQUIRED']);
    }
  });

  test('users of other companies and above keep the password', async () => {
    expect((await login('admin@meridian.example')).status).toBe(200);
    expect((await login('domain@demo.example')).status).toBe(200);
    await all.app.owner`
      update app_user set user_name = 'staff@harbour.example', user_name_key = 'staff@harbour.example'
      where user_name = 'domain@demo.example'`;
    expect((await login('staff@harbour.example')).status).toBe(200);
    await all.app.owner`
      update app_user set user_name = 'domain@demo.example', user_name_key = 'domain@demo.example'
      where user_name = 'staff@harbour.example'`;
  });

  test('users of the company at another domain keep the password', async () => {
    await all.app.owner`
      update app_user set user_name = 'tom@elsewhere.example', user_name_key = 'tom@elsewhere.example'
      where user_name = 'support@harbour.example'`;
    expect((await login('tom@elsewhere.example')).status).toBe(200);
    await all.app.owner`
      update app_user set user_name = 'support@harbour.example', user_name_key = 'support@harbour.example'
      where user_name = 'tom@elsewhere.example'`;
  });

  test('emergency access signs in with the password', async () => {
    const userId = await findUserId(all.app, 'analyst@harbour.example');
    await all.app.owner`
      insert into break_glass (user_id, granted_by, ends_at)
      values (${userId}, 'Ana', ${new Date(all.app.clock.now().getTime() + minuteMs)})`;
    expect((await login('analyst@harbour.example')).status).toBe(200);
    all.app.clock.advance(2 * minuteMs);
    expect((await login('analyst@harbour.example')).status).toBe(403);
  });
});

/** getMySignOn, connectMySignOn, disconnectMySignOn */
describe('connecting an account', () => {
  async function connect(send: Send, account: ReturnType<typeof person> | undefined) {
    all.provider.account = account;
    const started = await send('POST', '/me/singleSignOn', {});
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    return send('GET', pathOf(await all.provider.visit(started.body.url)));
  }

  test('signs in the local user from then on, whose grants do not follow the mapping', async () => {
    const analyst = await actAs(all.app, 'analyst@harbour.example');
    expect((await analyst('GET', '/me/singleSignOn')).body).toMatchObject({
      provider: { companyName: 'Harbour Group', issuer: all.provider.issuer },
      connected: null,
    });
    const account = person('analyst', { groups: [] });
    expect((await connect(analyst, account)).headers.location).toBe('/profile/security?signOn=connected');
    const { page, send } = await signOn(all, account);
    expect(page.outcome).toBe('signed-in');
    const permissions = (await send('GET', '/me')).body.scopedPermissions.map(
      ({ name }: { name: string }) => name,
    );
    expect(permissions).toContain('P_EDIT_FRAUD_RULES');
    expect((await listAudit(all.app, 'connectMySignOn')).length).toBe(1);
    expect((await analyst('GET', '/me/singleSignOn')).body).toMatchObject({
      connected: { linkedAt: expect.any(String) },
      mayDisconnect: true,
    });
  });

  test('ends with disconnecting', async () => {
    const analyst = await actAs(all.app, 'analyst@harbour.example');
    expect((await analyst('DELETE', '/me/singleSignOn')).status).toBe(204);
    expect((await signOn(all, person('analyst'))).page.outcome).toBe('link-needed');
    expect((await analyst('DELETE', '/me/singleSignOn')).status).toBe(404);
  });

  test('is refused for the subject of another user', async () => {
    await signOn(all, person('owner'));
    const analyst = await actAs(all.app, 'analyst@harbour.example');
    expect((await connect(analyst, person('owner'))).headers.location).toBe('/profile/security?signOn=taken');
  });

  test('is refused for an email of another domain', async () => {
    const analyst = await actAs(all.app, 'analyst@harbour.example');
    const account = person('analyst', { email: 'noor@elsewhere.example' });
    expect((await connect(analyst, account)).headers.location).toBe('/profile/security?signOn=domain');
  });

  test('is refused after the session has ended', async () => {
    const coffee = await actAs(all.app, 'coffee@harbour.example');
    all.provider.account = person('coffee');
    const started = await coffee('POST', '/me/singleSignOn', {});
    const returnUrl = await all.provider.visit(started.body.url);
    await coffee('DELETE', '/auth/logout');
    expect((await coffee('GET', pathOf(returnUrl))).headers.location).toBe('/profile/security?signOn=failed');
  });

  test('needs a recent confirmation', async () => {
    const coffee = await actAs(all.app, 'coffee@harbour.example');
    all.app.clock.advance(6 * minuteMs);
    expect((await coffee('POST', '/me/singleSignOn', {})).body.code).toBe('STEP_UP_REQUIRED');
    expect((await coffee('DELETE', '/me/singleSignOn')).body.code).toBe('STEP_UP_REQUIRED');
  });

  test('does not exist for users above companies and of companies without a provider', async () => {
    for (const name of ['domain@demo.example', 'admin@meridian.example']) {
      const send = await actAs(all.app, name);
      expect((await send('GET', '/me/singleSignOn')).body.provider).toBeNull();
      expect((await send('POST', '/me/singleSignOn', {})).status).toBe(404);
    }
  });

  test('stays for users created by the provider', async () => {
    const { send } = await signOn(all, person('created'));
    expect((await send('DELETE', '/me/singleSignOn')).body).toMatchObject({ code: 'SIGN_ON_NEEDED' });
  });
});

test('keeps passkeys working where single sign-on is required', async () => {
  const coffee = await actAs(all.app, 'coffee@harbour.example');
  const passkey = await addPasskeyTo(coffee);
  await all.app.owner`update sso_provider set is_required = true where company_id = 1100`;
  const { send } = signedOutClient(all.app);
  await send('GET', '/initiation');
  const options = (await send('POST', '/auth/passkey/options', { purpose: 'sign-in' })).body;
  expect((await send('POST', '/auth/passkey', { passkey: passkey.get(options) })).status).toBe(200);
});

test('signs in one company’s subject at that company only', async () => {
  const meridian = await actAs(all.app, 'admin@meridian.example');
  await saveProvider(meridian, all, 1200);
  await verifyDomain(meridian, all, 'meridian.example', 1200);
  await saveMapping(meridian, [group('desk', 'viewer', 1200)], 1200);
  await signOn(all, person('shared'));
  const account = person('shared', { email: 'shared@meridian.example' });
  const { send } = await signOn(all, account);
  expect((await send('GET', '/me')).body).toMatchObject({
    userId: 'shared@meridian.example',
    parentOrgId: 1200,
  });
  expect((await signOn(all, account, { email: 'a@harbour.example' })).page.outcome).toBe('domain');
});
