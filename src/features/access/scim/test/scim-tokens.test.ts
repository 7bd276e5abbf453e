import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant, actAsProvider, signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { grant, findUserId, listRoles } from '#features/access/users/test/user-fixtures.ts';
import {
  mapGroup,
  newToken,
  newUser,
  patch,
  createScimUser,
  createScimGroup,
  settings,
} from './scim-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--trust-proxy', '1'] });
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const config = '/scim/v2/ServiceProviderConfig';
const users = '/scim/v2/Users';
const tokens = settings(1100, '/scimTokens');
const provisioning = settings(1100, '/provisioning');

describe('createScimToken', () => {
  test('returns the token once and stores its hash', async () => {
    const { tokenId, token } = await newToken(app);
    expect(token).toMatch(/^cs_scim_s_[a-z2-9]{10}_\w{49}$/);
    const storedRows = JSON.stringify(await app.owner`select * from scim_token where token_id = ${tokenId}`);
    expect(storedRows).not.toContain(token);
    const settingsView = (await admin('GET', provisioning)).body;
    expect(JSON.stringify(settingsView)).not.toContain(token);
    expect(
      settingsView.tokens.find((listedToken: { tokenId: string }) => listedToken.tokenId === tokenId),
    ).toMatchObject({
      name: 'Okta',
      suffix: token.slice(-4),
      status: 'active',
      createdBy: 'Amelia Hart',
      isLimited: false,
      lastUsedAt: null,
    });
    expect(settingsView.baseUrl).toBe(`${app.services.config.portalUrl}/scim/v2`);
  });

  test('a repeated request returns the token without its text', async () => {
    const body = { name: 'Once', expiresAt: null };
    const key = { 'idempotency-key': 'token-1' };
    const first = await admin('POST', tokens, body, key);
    const repeat = await admin('POST', tokens, body, key);
    expect([repeat.status, repeat.body]).toEqual([200, { tokenId: first.body.tokenId, token: null }]);
    expect((await admin('POST', tokens, { ...body, name: 'Other' }, key)).status).toBe(422);
  });

  test('is refused above twenty tokens that are not revoked', async () => {
    const meridian = await actAs(app, 'admin@meridian.example');
    const url = settings(1200, '/scimTokens');
    const responses = [];
    for (let count = 0; count < 20; count += 1)
      responses.push((await meridian('POST', url, { name: `T${count}`, expiresAt: null })).body.tokenId);
    const refused = await meridian('POST', url, { name: 'One more', expiresAt: null });
    expect([refused.status, refused.body.code]).toEqual([409, 'SCIM_TOKEN_LIMIT']);
    await meridian('POST', `${url}/${responses[0]}/revoke`, {});
    expect((await meridian('POST', url, { name: 'One more', expiresAt: null })).status).toBe(201);
  });

  test('needs the rights to manage users of the whole company', async () => {
    await grant(
      app,
      'support@harbour.example',
      { name: 'security', permissions: ['P_MANAGE_SECURITY'] },
      1100,
    );
    const security = await actAs(app, 'support@harbour.example');
    expect((await security('GET', provisioning)).status).toBe(200);
    expect((await security('POST', tokens, { name: 'x', expiresAt: null })).status).toBe(403);
  });

  test('is read-only for users of the payment provider', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    expect((await domain('POST', tokens, { name: 'x', expiresAt: null })).status).toBe(403);
    expect((await domain('GET', provisioning)).body.mayChange).toBe(false);
    expect((await domain('GET', settings(1000, '/provisioning'))).body.code).toBe('NO_COMPANY');
  });

  test('requires a confirmation where the policy does', async () => {
    await app.owner`
      insert into security_policy (organisation_id, second_factor, required_for, device_days, step_up_minutes,
                                   step_up_with_password, version)
      values (1100, 'OFF', '{}', 30, 5, true, 1)`;
    const { send } = await signedIn(app, 'admin@harbour.example');
    app.clock.advance(6 * 60_000);
    const refused = await send('POST', tokens, { name: 'x', expiresAt: null });
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    await app.owner`delete from security_policy`;
  });
});

describe('a token', () => {
  test('stops with revokeScimToken', async () => {
    const { tokenId, token } = await newToken(app, { name: 'Revoked' });
    const okta = actAsProvider(app, token);
    expect((await okta('GET', config)).status).toBe(200);
    const revoked = await admin('POST', `${tokens}/${tokenId}/revoke`, {});
    expect(revoked.body.tokens.at(-1)).toMatchObject({ tokenId, status: 'revoked' });
    const refused = await okta('GET', config);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="Countinghouse SCIM"',
    ]);
    expect((await admin('POST', `${tokens}/${tokenId}/revoke`, {})).status).toBe(200);
    const meridian = await actAs(app, 'admin@meridian.example');
    const foreign = await meridian('POST', settings(1200, `/scimTokens/${tokenId}/revoke`), {});
    expect(foreign.status).toBe(404);
  });

  test('stops when it expires', async () => {
    const { tokenId, token } = await newToken(app, { name: 'Expired' });
    await app.owner`update scim_token set expires_at = clock_timestamp() where token_id = ${tokenId}`;
    expect((await actAsProvider(app, token)('GET', config)).status).toBe(401);
  });

  test('is accepted by SCIM only, which accepts no other token', async () => {
    const { token } = await newToken(app, { name: 'Limited' });
    expect((await actAsProvider(app, token)('GET', '/me')).status).toBe(401);
    const bearer = { authorization: `Bearer ${token}` };
    const gateway = await app.gateway.inject({ url: '/acceptor/rest/account', headers: bearer });
    expect(gateway.statusCode).toBe(401);
    for (const url of [config, '/%73cim/v2/ServiceProviderConfig']) {
      expect((await admin('GET', url)).status).toBe(401);
      const headers = {
        authorization: `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`,
      };
      expect((await app.portal.inject({ url, headers })).statusCode).toBe(401);
    }
    expect((await actAsMerchant(app)('GET', config)).status).toBe(404);
  });

  test('stores when it was last used', async () => {
    const { tokenId, token } = await newToken(app, { name: 'Used' });
    await actAsProvider(app, token)('GET', config);
    const { tokens: listed, lastUsedAt } = (await admin('GET', provisioning)).body;
    const ownToken = listed.find((listedToken: { tokenId: string }) => listedToken.tokenId === tokenId);
    expect(ownToken.lastUsedAt).not.toBeNull();
    expect(lastUsedAt).toBe(ownToken.lastUsedAt);
  });

  test('is throttled by address and id after twenty wrong guesses', async () => {
    const { tokenId, token } = await newToken(app, { name: 'Guessed' });
    const { token: otherToken } = await newToken(app, { name: 'Same address' });
    const { newScimToken } = await import('#server/auth/api-secret.ts');
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const call = (text: string, headers: Record<string, string> = from) =>
      actAsProvider(app, text)('GET', config, undefined, headers);
    for (let count = 0; count < 20; count += 1) expect((await call(newScimToken(tokenId))).status).toBe(401);
    const blocked = await call(newScimToken(tokenId));
    expect([blocked.status, blocked.headers['retry-after'], blocked.body.status]).toEqual([429, '60', '429']);
    expect((await call(token)).status).toBe(200);
    expect((await call(otherToken)).status).toBe(200);
    app.clock.advance(61_000);
    expect((await call(newScimToken(tokenId))).status).toBe(401);
    const [event] = await app.owner`
      select company_id, actor_kind, outcome from audit_event
      where object_id = ${tokenId} and outcome = 'refused: UNAUTHENTICATED' limit 1`;
    expect(event).toEqual({ companyId: 1100, actorKind: 'anonymous', outcome: 'refused: UNAUTHENTICATED' });
  });

  test('an address is blocked after a hundred wrong texts', async () => {
    const from = { 'x-forwarded-for': '203.0.113.20' };
    const call = () => actAsProvider(app, 'nothing')('GET', config, undefined, from);
    for (let count = 0; count < 100; count += 1) await call();
    expect((await call()).status).toBe(429);
  });
});

describe('the maker of a token', () => {
  const managing = {
    name: 'user-manager',
    permissions: [
      'P_MANAGE_SECURITY',
      'P_VIEW_MI_MERCHANT_ADMIN',
      'P_CREATE_PORTAL_USER',
      'P_MANAGE_PORTAL_USER',
    ],
  };

  /** A token of a user who manages users and security, and holds nothing else. */
  async function tokenOfManager(userName: string) {
    await admin('POST', '/proxy/sync/SCIM/Users/', {
      userName,
      name: { givenName: 'Mo', familyName: 'Lane' },
      extraInfo: { organisationId: 1100 },
    });
    await app.owner`
      update app_user set password_hash = (select password_hash from app_user where user_name = 'admin@harbour.example'),
        password_changed_at = now() where user_name = ${userName}`;
    await grant(app, userName, managing, 1100);
    const created = await newToken(app, { maker: userName, name: userName });
    return { ...created, send: actAsProvider(app, created.token) };
  }

  test('gives no role through a group that they could not give', async () => {
    const { send } = await tokenOfManager('mo@harbour.example');
    const user = await createScimUser(send, 'climber@harbour.example');
    const group = await createScimGroup(send, 'Admins');
    expect(
      (
        await mapGroup(
          app,
          group.id,
          [{ roleId: 'administrator', organisationId: 1100 }],
          'mo@harbour.example',
        )
      ).status,
    ).toBe(403);
    expect((await mapGroup(app, group.id, [{ roleId: 'administrator', organisationId: 1100 }])).status).toBe(
      200,
    );
    const response = await send(
      'PATCH',
      `/scim/v2/Groups/${group.id}`,
      patch({ op: 'add', path: 'members', value: [{ value: user.id }] }),
    );
    expect(response.status).toBe(403);
    expect(response.body.detail).toContain('does not hold the rights');
    expect(await listRoles(app, user.id)).toEqual([]);
    expect((await send('GET', `/scim/v2/Groups/${group.id}`)).body.members).toEqual([]);
  });

  test('takes over and renames no user who holds more', async () => {
    const { send } = await tokenOfManager('mona@harbour.example');
    const takeover = await send('POST', users, newUser('analyst@harbour.example'));
    expect(takeover.status).toBe(403);
    const adminId = await findUserId(app, 'admin@harbour.example');
    const { token } = await newToken(app, { name: 'Boss' });
    await createScimUser(actAsProvider(app, token), 'admin@harbour.example', {
      name: { givenName: 'Amelia', familyName: 'Hart' },
    });
    const renamed = await send(
      'PATCH',
      `${users}/${adminId}`,
      patch({ op: 'replace', path: 'userName', value: 'mine@harbour.example' }),
    );
    expect(renamed.status).toBe(403);
    expect((await send('GET', `${users}/${adminId}`)).body.userName).toBe('admin@harbour.example');
  });

  test("keeps only the right to take access away without the maker's rights", async () => {
    const { send, tokenId } = await tokenOfManager('max@harbour.example');
    const user = await createScimUser(send, 'stays@harbour.example');
    await app.owner`delete from role_grant where user_id = ${await findUserId(app, 'max@harbour.example')}`;
    const created = await send('POST', users, newUser('late@harbour.example'));
    expect([created.status, created.body.status]).toEqual([403, '403']);
    const deactivated = await send(
      'PATCH',
      `${users}/${user.id}`,
      patch({ op: 'replace', path: 'active', value: false }),
    );
    expect(deactivated.body.active).toBe(false);
    const reactivated = await send(
      'PATCH',
      `${users}/${user.id}`,
      patch({ op: 'replace', path: 'active', value: true }),
    );
    expect(reactivated.status).toBe(403);
    const settingsView = (await admin('GET', provisioning)).body;
    const ownToken = settingsView.tokens.find(
      (listedToken: { tokenId: string }) => listedToken.tokenId === tokenId,
    );
    expect([ownToken.status, ownToken.isLimited]).toEqual(['active', true]);
    expect(settingsView.refusals.map(({ reason }: { reason: string }) => reason)).toContain(
      'MAKER_LOST_RIGHTS',
    );
  });

  test('keeps only the right to take access away after the maker is deleted', async () => {
    const { send } = await tokenOfManager('mia@harbour.example');
    const user = await createScimUser(send, 'remains@harbour.example');
    await admin('DELETE', `/proxy/sync/SCIM/Users/${await findUserId(app, 'mia@harbour.example')}`);
    expect((await send('POST', users, newUser('later@harbour.example'))).status).toBe(403);
    expect((await send('DELETE', `${users}/${user.id}`)).status).toBe(204);
  });
});

test('saveProvisioning changes the invitations in the version that was read', async () => {
  const { version } = (await admin('GET', provisioning)).body;
  const saved = await admin('PUT', provisioning, { sendInvitations: false, version });
  expect(saved.body).toMatchObject({ sendInvitations: false, version: version + 1 });
  expect((await admin('PUT', provisioning, { sendInvitations: true, version })).status).toBe(409);
  await admin('PUT', provisioning, { sendInvitations: true, version: version + 1 });
});

test('getProvisioning of a merchant needs the right on the whole company', async () => {
  expect((await admin('GET', settings(1111, '/provisioning'))).body.companyId).toBe(1100);
  await grant(app, 'coffee@harbour.example', { name: 'local', permissions: ['P_MANAGE_SECURITY'] }, 1111);
  const merchantAdmin = await actAs(app, 'coffee@harbour.example');
  expect((await merchantAdmin('GET', settings(1111, '/provisioning'))).status).toBe(403);
});
