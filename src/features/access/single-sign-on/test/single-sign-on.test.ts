import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  mapGroup,
  patch,
  providerOf,
  createScimUser,
  createScimGroup,
} from '#features/access/scim/test/scim-fixtures.ts';
import { findUserId, listRoles } from '#features/access/users/test/user-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, signedIn, signedOutClient } from '#testing/act-as.ts';
import { type ForgingClient, forgingClient } from './forging-client.ts';
import {
  type SignOnApp,
  atProvider,
  followReturn,
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
const webClient: ForgingClient = forgingClient();
const mapping = [group('desk'), group('refunds', 'cashier', 1111)];
beforeAll(async () => {
  all = await startSignOnApp({ webClient });
  admin = await actAs(all.app, 'admin@harbour.example');
  await saveProvider(admin, all);
  await verifyDomain(admin, all, 'harbour.example');
  await saveMapping(admin, mapping);
});
afterAll(() => all.stop());
afterEach(async () => {
  Object.assign(webClient, { change: undefined, isForged: false });
  // All tests come from one address.
  await all.app.owner`delete from throttle`;
});

async function countUsers(userName: string): Promise<number> {
  const [row] = await all.app.owner<{ count: number }[]>`
    select count(*) as count from app_user where user_name = ${userName}`;
  return row?.count ?? 0;
}
const grantsOf = async (userName: string) => listRoles(all.app, await findUserId(all.app, userName));
const sessions = async (): Promise<number> =>
  (await all.app.owner<{ count: number }[]>`select count(*) as count from user_session`)[0]?.count ?? 0;

/** startSingleSignOn, finishSingleSignOn */
test('creates an unknown user with the grants of the mapping', async () => {
  const { page, send, cookies } = await signOn(all, person('ada'), { to: '/statements?page=2' });
  expect(page).toEqual({ outcome: 'signed-in', to: '/statements?page=2' });
  expect([...cookies.keys()]).not.toContain('single-sign-on');
  const me = await send('GET', '/me');
  expect(me.body).toMatchObject({ userId: 'ada@harbour.example', firstName: 'Ada', parentOrgId: 1100 });
  expect(await grantsOf('ada@harbour.example')).toEqual(['viewer @ 1100']);
});

test('audits the new user and the sign-in', async () => {
  await signOn(all, person('audited'));
  const userId = await findUserId(all.app, 'audited@harbour.example');
  const rows = await all.app.owner<{ act: string; outcome: string; companyId: number }[]>`
    select act, outcome, company_id from audit_event
    where object_id = ${userId} or actor = ${userId} order by act`;
  expect(rows).toMatchObject([
    { act: 'createSignOnUser', outcome: 'allowed', companyId: 1100 },
    { act: 'finishSingleSignOn', outcome: 'allowed', companyId: 1100 },
  ]);
});

test('uses PKCE, state and nonce, and a Lax cookie that scripts cannot read', async () => {
  const { send } = await atProvider(all, 'ada@harbour.example');
  const started = await send('GET', '/auth/sso/start?email=ada@harbour.example');
  const url = new URL(String(started.headers.location));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    login_hint: 'ada@harbour.example',
    redirect_uri: 'http://localhost:8080/auth/sso/return',
    response_type: 'code',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)?.length, name).toBeGreaterThan(40);
  const cookie = String(started.headers['set-cookie']);
  expect(cookie).toMatch(/^single-sign-on=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
  const cookieBytes = Buffer.from(cookie.split('=')[1]?.split(';')[0] ?? '', 'base64url').toString('latin1');
  expect(cookieBytes).not.toContain('verifier');
});

test('follows the mapping at each sign-in and keeps the grants of administrators', async () => {
  await signOn(all, person('finn', { groups: ['desk', 'refunds'] }));
  expect(await grantsOf('finn@harbour.example')).toEqual(['cashier @ 1111', 'viewer @ 1100']);
  const userId = await findUserId(all.app, 'finn@harbour.example');
  await all.app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${userId}, 'fraud-analyst', 1112, true)`;
  await signOn(all, person('finn', { groups: ['refunds'] }));
  expect(await grantsOf('finn@harbour.example')).toEqual(['cashier @ 1111', 'fraud-analyst @ 1112']);
  await signOn(all, person('finn', { groups: [] }));
  expect(await grantsOf('finn@harbour.example')).toEqual(['fraud-analyst @ 1112']);
});

test('keeps a grant of an administrator that the mapping also makes', async () => {
  await signOn(all, person('nils', { groups: ['refunds'] }));
  await all.app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${await findUserId(all.app, 'nils@harbour.example')}, 'viewer', 1100, true)`;
  await signOn(all, person('nils', { groups: ['refunds', 'desk'] }));
  await signOn(all, person('nils', { groups: ['refunds'] }));
  expect(await grantsOf('nils@harbour.example')).toEqual(['cashier @ 1111', 'viewer @ 1100']);
});

test('takes removed rights from open sessions', async () => {
  const { send } = await signOn(all, person('mira', { groups: ['desk', 'refunds'] }));
  const names = async () =>
    (await send('GET', '/me')).body.scopedPermissions.map(({ name }: { name: string }) => name);
  expect(await names()).toContain('P_REFUND_TRANSACTION');
  await signOn(all, person('mira'));
  expect(await names()).not.toContain('P_REFUND_TRANSACTION');
});

test('reads a nested claim', async () => {
  await saveMapping(admin, [...mapping, { ...group('night'), claim: 'realm_access.roles' }]);
  const { page } = await signOn(all, person('olga', { groups: [], realm_access: { roles: ['night'] } }));
  expect(page.outcome).toBe('signed-in');
});

describe('a user in more groups than the provider sends', () => {
  test.each([
    ['Entra ID names another place for them', { _claim_names: { groups: 'src1' } }],
    ['Entra ID says that there are some', { hasgroups: true }],
  ])('keeps the roles and is refused with a reason: %s', async (title, claims) => {
    const name = title.includes('place') ? 'many' : 'several';
    expect((await signOn(all, person(name))).page.outcome).toBe('signed-in');
    const { page } = await signOn(all, person(name, { groups: undefined, ...claims }));
    expect(page.outcome).toBe('groups-unknown');
    expect(await grantsOf(`${name}@harbour.example`)).toEqual(['viewer @ 1100']);
  });
});

test('a claim that is missing takes no role, an empty list takes all', async () => {
  expect((await signOn(all, person('ada'))).page.outcome).toBe('signed-in');
  for (const groups of [undefined, null]) {
    expect((await signOn(all, person('ada', { groups }))).page.outcome).toBe('groups-missing');
    expect(await grantsOf('ada@harbour.example')).toEqual(['viewer @ 1100']);
  }
  expect((await signOn(all, person('ada', { groups: [] }))).page.outcome).toBe('no-access');
  expect(await grantsOf('ada@harbour.example')).toEqual([]);
  // Nothing left to lose.
  expect((await signOn(all, person('ada', { groups: undefined }))).page.outcome).toBe('no-access');
});

describe('the email of a sign-in', () => {
  const save = async (emailClaim: string) => {
    all.app.clock.advance(1000);
    const { version, provider } = (await admin('GET', sso())).body;
    const { issuer, clientId } = provider;
    expect((await admin('PUT', sso(), { issuer, clientId, emailClaim, version })).status).toBe(200);
  };

  test('comes from the claim that the company has chosen, within its domains', async () => {
    await save('upn');
    const entra = { email: undefined, email_verified: undefined, upn: 'upn@harbour.example' };
    expect((await signOn(all, person('upn', entra), { email: 'upn@harbour.example' })).page.outcome).toBe(
      'signed-in',
    );
    const foreign = { ...entra, sub: 'foreign', upn: 'upn@elsewhere.example' };
    expect((await signOn(all, person('upn', foreign), { email: 'upn@harbour.example' })).page.outcome).toBe(
      'domain',
    );
    await save('email');
    expect((await signOn(all, person('upn', entra), { email: 'upn@harbour.example' })).page.outcome).toBe(
      'domain',
    );
  });

  test.each([0, '0', 'no', 'False', null, false])(
    'is refused with email_verified %j',
    async (email_verified) => {
      expect((await signOn(all, person('unproven', { email_verified }))).page.outcome).toBe('domain');
    },
  );
});

describe('a user that the identity provider has provisioned', () => {
  test('is connected at the first sign-in, with the roles of the groups', async () => {
    const provider = await providerOf(all.app);
    const { id } = await createScimUser(provider, 'ines@harbour.example');
    await mapGroup(all.app, (await createScimGroup(provider, 'Desk', [id])).id, [
      { roleId: 'viewer', organisationId: 1111 },
    ]);
    expect((await signOn(all, person('ines', { groups: ['others'] }))).page.outcome).toBe('signed-in');
    expect(await grantsOf('ines@harbour.example')).toEqual(['viewer @ 1111']);
    await provider('PATCH', `/scim/v2/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect((await signOn(all, person('ines'))).page.outcome).toBe('inactive');
  });

  test('is not connected once the user has a password', async () => {
    await createScimUser(await providerOf(all.app), 'paul@harbour.example');
    await all.app.owner`
      update app_user set password_hash = (select password_hash from app_user where user_name = 'admin@harbour.example')
      where user_name = 'paul@harbour.example'`;
    expect((await signOn(all, person('paul'))).page.outcome).toBe('link-needed');
  });

  test('is not connected when another company provisioned them', async () => {
    const other = await providerOf(all.app, { maker: 'admin@meridian.example', orgId: 1200 });
    await createScimUser(other, 'mila@harbour.example');
    expect((await signOn(all, person('mila'))).page.outcome).toBe('link-needed');
  });
});

test.each([
  ['an email that is too long', `${'a'.repeat(300)}@harbour.example`, '/home', /outcome=unknown-domain$/],
  ['no email', undefined, '/home', /outcome=unknown-domain$/],
  ['an address that is too long', 'ada@harbour.example', `/statements?text=${'é'.repeat(1000)}`, /^http:/],
])('leads to a page, not to an error in JSON: %s', async (_title, email, to, location) => {
  const search = new URLSearchParams({ ...(email === undefined ? {} : { email }), to });
  const started = await signedOutClient(all.app).send('GET', `/auth/sso/start?${search.toString()}`);
  expect(started.status).toBe(303);
  expect(started.headers.location).toMatch(location);
});

describe('refuses', () => {
  test('a user without a matching rule, and creates none', async () => {
    const { page } = await signOn(all, person('stranger', { groups: ['others'] }));
    expect(page.outcome).toBe('no-access');
    expect(await countUsers('stranger@harbour.example')).toBe(0);
  });

  test('a user whose last rule went away', async () => {
    await signOn(all, person('gone'));
    expect((await signOn(all, person('gone', { groups: [] }))).page.outcome).toBe('no-access');
    expect(await grantsOf('gone@harbour.example')).toEqual([]);
  });

  test('an existing user with the same email, who must connect first', async () => {
    const { page } = await signOn(all, person('support', { sub: 'an unknown subject' }));
    expect(page.outcome).toBe('link-needed');
  });

  test('a deactivated user', async () => {
    await signOn(all, person('left'));
    await all.app.owner`update app_user set active = false where user_name = 'left@harbour.example'`;
    expect((await signOn(all, person('left'))).page.outcome).toBe('inactive');
  });

  test('a locked user', async () => {
    await signOn(all, person('held'));
    await all.app.owner`
      update app_user set locked_reason = 'MAX_PASSWORD_ATTEMPTS' where user_name = 'held@harbour.example'`;
    expect((await signOn(all, person('held'))).page.outcome).toBe('locked');
  });

  test('a user who has moved above the company', async () => {
    await signOn(all, person('above'));
    await all.app.owner`
      update app_user set organisation_id = 1000, domain_user = true where user_name = 'above@harbour.example'`;
    expect((await signOn(all, person('above'))).page.outcome).toBe('link-needed');
  });

  test.each([
    ['an email of another domain', { email: 'ada@meridian.example' }],
    ['an email that the provider has not verified', { email_verified: false }],
    ['no email', { email: undefined }],
    ['text that is no email', { email: ['ada@harbour.example'] }],
  ])('%s', async (_title, more) => {
    const { page } = await signOn(all, person('other', more), { email: 'other@harbour.example' });
    expect(page.outcome).toBe('domain');
    expect(await countUsers('other@harbour.example')).toBe(0);
  });

  test('an email domain that only looks like the verified one', async () => {
    for (const email of [
      'ada@harbour.example.evil.example',
      'ada@notharbour.example',
      'ada@harbour.example@evil.example',
    ])
      expect((await signOn(all, person('ada', { email }), { email: 'a@harbour.example' })).page.outcome).toBe(
        'domain',
      );
  });

  test('a user who cancels at the provider', async () => {
    const { page } = await signOn(all, undefined, { email: 'ada@harbour.example' });
    expect(page.outcome).toBe('cancelled');
  });
});

describe('opens no session for', () => {
  const started = async () => {
    all.provider.account = person('ada');
    const browser = await atProvider(all, 'ada@harbour.example');
    return { browser, back: await all.provider.visit(browser.url) };
  };

  test('another state', async () => {
    const { browser, back: returnUrl } = await started();
    const before = await sessions();
    returnUrl.searchParams.set('state', 'x'.repeat(43));
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
    expect(await sessions()).toBe(before);
  });

  test('no state', async () => {
    const { browser, back: returnUrl } = await started();
    returnUrl.searchParams.delete('state');
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
  });

  test('a response that is used twice', async () => {
    const { browser, back: returnUrl } = await started();
    const copied = new Map(browser.cookies);
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('signed-in');
    const before = await sessions();
    browser.cookies.clear();
    for (const [name, value] of copied) browser.cookies.set(name, value);
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
    expect(await sessions()).toBe(before);
  });

  test('the code of another browser’s sign-in', async () => {
    const victim = await started();
    const attacker = await started();
    victim.back.searchParams.set('code', attacker.back.searchParams.get('code') ?? '');
    expect((await followReturn(victim.browser, victim.back)).page.outcome).toBe('refused');
  });

  test('a browser that did not start it', async () => {
    const { back: returnUrl } = await started();
    const { browser: other } = await started();
    expect((await followReturn(other, returnUrl)).page.outcome).toBe('expired');
    other.cookies.delete('single-sign-on');
    expect((await followReturn(other, returnUrl)).page.outcome).toBe('expired');
  });

  test('a changed cookie', async () => {
    const { browser, back: returnUrl } = await started();
    const value = browser.cookies.get('single-sign-on') ?? '';
    browser.cookies.set('single-sign-on', `${value.slice(0, -4)}AAAA`);
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
  });

  test('a response after ten minutes', async () => {
    const { browser, back: returnUrl } = await started();
    all.app.clock.advance(11 * minuteMs);
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
  });

  test('another issuer in the response', async () => {
    const { browser, back: returnUrl } = await started();
    returnUrl.searchParams.set('iss', 'https://evil.example');
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('refused');
  });

  const hour = 3600;
  test.each([
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'another' })],
    ['no nonce', (claims: object) => ({ ...claims, nonce: undefined })],
    ['another issuer', (claims: object) => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims: object) => ({ ...claims, aud: 'another-client' })],
    [
      'several audiences without ours as the party',
      (claims: object) => ({ ...claims, aud: ['countinghouse', 'x'], azp: 'x' }),
    ],
    ['an expired token', (claims: { exp?: number }) => ({ ...claims, exp: Number(claims.exp) - hour })],
    ['no subject', (claims: object) => ({ ...claims, sub: undefined })],
  ])('%s in the ID token', async (_title, change) => {
    const { browser, back: returnUrl } = await started();
    const before = await sessions();
    webClient.change = change;
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('refused');
    expect(await sessions()).toBe(before);
  });

  test('an ID token that an unknown key signed', async () => {
    const { browser, back: returnUrl } = await started();
    webClient.isForged = true;
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('refused');
  });

  test('a provider that was changed meanwhile', async () => {
    const { browser, back: returnUrl } = await started();
    all.app.clock.advance(1000);
    await saveProvider(admin, all);
    expect((await followReturn(browser, returnUrl)).page.outcome).toBe('expired');
  });

  test('parameters that are sent several times', async () => {
    const { browser, back: returnUrl } = await started();
    const { status } = await browser.send('GET', `${pathOf(returnUrl)}&code=1&state=2`);
    expect(status).toBe(303);
  });
});

test('accepts a token that was rebuilt correctly (control for the forging tests)', async () => {
  webClient.change = (claims) => ({ ...claims, groups: ['desk'] });
  expect((await signOn(all, person('ada'))).page.outcome).toBe('signed-in');
});

test.each(['ada@unknown.example', 'a@b', 'no email', 'ada@unverified.example', ''])(
  'treats %s as every unknown domain',
  async (email) => {
    await admin('POST', sso('/domains'), { domain: 'unverified.example' });
    const { send } = await atProvider(all, email);
    const started = await send('GET', `/auth/sso/start?email=${encodeURIComponent(email)}`);
    expect([started.status, started.headers.location]).toEqual([303, '/singleSignOn?outcome=unknown-domain']);
  },
);

test('starts alike for known and unknown users of a domain', async () => {
  const [knownUser, unknownUser] = await Promise.all(
    ['support', 'no-such-user'].map((name) => atProvider(all, `${name}@harbour.example`)),
  );
  expect(new URL(knownUser?.url ?? '').pathname).toBe(new URL(unknownUser?.url ?? '').pathname);
});

test('throttles starts by address', async () => {
  const { send } = await signedIn(all.app, 'analyst@harbour.example');
  const locations = [];
  for (let count = 0; count < 70; count += 1)
    locations.push(String((await send('GET', '/auth/sso/start?email=a@unknown.example')).headers.location));
  expect(locations.at(-1)).toBe('/singleSignOn?outcome=busy');
});

test('shows that the provider is unavailable', async () => {
  const { provider } = all;
  const started = await atProvider(all, 'ada@harbour.example');
  provider.account = person('ada');
  const returnUrl = await provider.visit(started.url);
  const { send } = webClient;
  webClient.send = async () => ({ kind: 'failed', why: 'timeout', isSent: true });
  const { page } = await followReturn(started, returnUrl);
  webClient.send = send;
  expect(page.outcome).toBe('unavailable');
});
