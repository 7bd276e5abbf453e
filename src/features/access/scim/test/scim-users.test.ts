import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsProvider, signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { findUserId, listRoles } from '#features/access/users/test/user-fixtures.ts';
import { newToken, newUser, patch, providerOf, createScimUser, settings } from './scim-fixtures.ts';

let app: TestApp;
let okta: Send;
beforeAll(async () => {
  app = await startApp();
  okta = await providerOf(app);
});
afterAll(() => app.stop());

const users = '/scim/v2/Users';
const userPath = (id: string) => `${users}/${id}`;

describe('createScimUser', () => {
  test('creates a user of the company without password and roles', async () => {
    const created = await okta('POST', users, newUser('ines@harbour.example', { locale: 'de-CH' }));
    expect(created.status).toBe(201);
    expect(created.headers['content-type']).toContain('application/scim+json');
    expect(created.headers.location).toBe(created.body.meta.location);
    expect(created.headers.etag).toBe(created.body.meta.version);
    expect(created.body).toMatchObject({
      userName: 'ines@harbour.example',
      externalId: 'ext-ines@harbour.example',
      name: { formatted: 'Ines Moreau', givenName: 'Ines', familyName: 'Moreau' },
      displayName: 'Ines Moreau',
      emails: [{ value: 'ines@harbour.example', type: 'work', primary: true }],
      active: true,
      locale: 'de-CH',
      groups: [],
    });
    const [row] = await app.owner`
      select organisation_id, password_hash, locale, domain_user from app_user where user_id = ${created.body.id}`;
    expect(row).toEqual({ organisationId: 1100, passwordHash: null, locale: 'de', domainUser: false });
    expect(await listRoles(app, created.body.id)).toEqual([]);
  });

  test('is audited with the token as actor', async () => {
    const { tokenId, token } = await newToken(app, { name: 'Audited' });
    const created = await createScimUser(actAsProvider(app, token), 'audited@harbour.example');
    const [event] = await app.owner`
      select actor_kind, actor, company_id, act from audit_event
      where object_id = ${created.id} order by seq limit 1`;
    expect(event).toEqual({ actorKind: 'scim', actor: tokenId, companyId: 1100, act: 'createUser' });
    const admin = await actAs(app, 'admin@harbour.example');
    const { lines } = (await admin('GET', `/proxy/sync/auditHistory/user/${created.id}`)).body;
    expect(lines[0]).toMatchObject({ actor: tokenId, actorName: 'Audited' });
  });

  test('refuses a user name in use with the same words for users of every company', async () => {
    await createScimUser(okta, 'twice@harbour.example');
    const names = ['twice@harbour.example', 'admin@meridian.example', 'domain@demo.example'];
    const responses = await Promise.all(names.map((name) => okta('POST', users, newUser(name))));
    for (const { status, body } of responses) {
      expect(status).toBe(409);
      expect(body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: 'The userName is already in use',
      });
    }
  });

  test('takes over a user of the company and keeps roles and password', async () => {
    const id = await findUserId(app, 'coffee@harbour.example');
    const roles = await listRoles(app, id);
    const created = await okta(
      'POST',
      users,
      newUser('Coffee@Harbour.example', { name: undefined, displayName: 'Cora Finch' }),
    );
    expect([created.status, created.body.id, created.body.name.givenName]).toEqual([201, id, 'Cora']);
    expect(await listRoles(app, id)).toEqual(roles);
    const [row] =
      await app.owner`select password_hash is not null as has from app_user where user_id = ${id}`;
    expect(row).toEqual({ has: true });
  });

  test.each([
    ['no address', { userName: 'ines' }],
    ['no text', { userName: 7 }],
    ['no name', { name: { givenName: '<b>', familyName: 'x' } }],
    ['no boolean', { active: 'maybe' }],
    ['no email address', { emails: [{ value: 'nothing' }] }],
    ['a card number', { externalId: '4111 1111 1111 1111' }],
  ])('refuses %s with invalidValue', async (_title, fields) => {
    const created = await okta('POST', users, newUser('wrong@harbour.example', fields));
    expect([created.status, created.body.scimType]).toEqual([400, 'invalidValue']);
  });

  test('stores no password', async () => {
    const created = await createScimUser(okta, 'password@harbour.example', {
      password: 'Canary-Passw0rd-Zq7!',
    });
    const [row] = await app.owner`select password_hash from app_user where user_id = ${created.id}`;
    expect(row).toEqual({ passwordHash: null });
    expect(JSON.stringify(await app.owner`select * from audit_event`)).not.toContain('Canary');
  });
});

describe('getScimUser', () => {
  test('returns 404 for users that SCIM does not manage', async () => {
    for (const name of ['support@harbour.example', 'admin@meridian.example', 'domain@demo.example']) {
      const response = await okta('GET', userPath(await findUserId(app, name)));
      expect([response.status, response.body.detail]).toEqual([404, 'There is no such resource']);
    }
    expect((await okta('GET', userPath('nothing'))).status).toBe(404);
  });

  test('returns 304 for the version that the client has', async () => {
    const { id, meta } = await createScimUser(okta, 'cached@harbour.example');
    const notModified = await okta('GET', userPath(id), undefined, { 'if-none-match': meta.version });
    expect([notModified.status, notModified.body]).toEqual([304, '']);
  });

  test('returns only the attributes that the request names', async () => {
    const { id } = await createScimUser(okta, 'reduced@harbour.example');
    const reduced = await okta('GET', `${userPath(id)}?attributes=userName,name.givenName`);
    expect(Object.keys(reduced.body).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(reduced.body.name).toEqual({ givenName: 'Ines' });
    const withoutGroups = await okta('GET', `${userPath(id)}?excludedAttributes=groups,meta`);
    expect(withoutGroups.body).not.toHaveProperty('groups');
    expect(withoutGroups.body).not.toHaveProperty('meta');
  });
});

describe('replaceScimUser', () => {
  test('replaces names and removes what is absent', async () => {
    const { id } = await createScimUser(okta, 'before@harbour.example', {
      displayName: 'B',
      timezone: 'Europe/Paris',
    });
    const replaced = await okta('PUT', userPath(id), {
      userName: 'after@harbour.example',
      name: { givenName: 'Ana', familyName: 'Reis' },
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      userName: 'after@harbour.example',
      displayName: 'Ana Reis',
      active: true,
    });
    expect(replaced.body).not.toHaveProperty('externalId');
    expect(replaced.body).not.toHaveProperty('timezone');
  });

  test('without active leaves a user inactive', async () => {
    const { id } = await createScimUser(okta, 'asleep@harbour.example', { active: false });
    const replaced = await okta(
      'PUT',
      userPath(id),
      newUser('asleep@harbour.example', { active: undefined }),
    );
    expect(replaced.body.active).toBe(false);
  });

  test('refuses a name in use', async () => {
    const { id } = await createScimUser(okta, 'mover@harbour.example');
    const renamedUser = await okta('PUT', userPath(id), newUser('admin@meridian.example'));
    expect([renamedUser.status, renamedUser.body.scimType]).toEqual([409, 'uniqueness']);
  });
});

describe('patchScimUser', () => {
  test('ends the sessions of a deactivated user at once', async () => {
    const id = await findUserId(app, 'analyst@harbour.example');
    await createScimUser(okta, 'analyst@harbour.example');
    const { send } = await signedIn(app, 'analyst@harbour.example');
    expect((await send('GET', '/me')).status).toBe(200);
    const deactivated = await okta(
      'PATCH',
      userPath(id),
      patch({ op: 'replace', path: 'active', value: 'False' }),
    );
    expect([deactivated.status, deactivated.body.active]).toEqual([200, false]);
    expect((await send('GET', '/me')).status).toBe(401);
    const login = { username: 'analyst@harbour.example', password: demoPassword };
    expect((await send('POST', '/auth/login', login)).status).toBe(401);
  });

  test('without a difference keeps the version', async () => {
    const { id, meta } = await createScimUser(okta, 'same@harbour.example');
    const unchanged = await okta('PATCH', userPath(id), patch({ op: 'replace', value: { active: true } }));
    expect(unchanged.body.meta).toEqual(meta);
  });

  test('of two with the same If-Match one wins', async () => {
    const { id, meta } = await createScimUser(okta, 'raced@harbour.example');
    const change = (name: string) =>
      okta('PATCH', userPath(id), patch({ op: 'replace', path: 'name.givenName', value: name }), {
        'if-match': meta.version,
      });
    const responses = await Promise.all([change('Ana'), change('Bea')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('never deactivates the last administrator', async () => {
    const id = await findUserId(app, 'admin@harbour.example');
    await createScimUser(okta, 'admin@harbour.example', {
      name: { givenName: 'Amelia', familyName: 'Hart' },
    });
    const otherAdmins = await app.owner<{ userId: string }[]>`
      update app_user set active = false
      where user_id in (select user_id from role_grant where role_id = 'administrator' and organisation_id = 1100)
        and user_id <> ${id} and active returning user_id`;
    const deactivation = await okta(
      'PATCH',
      userPath(id),
      patch({ op: 'replace', path: 'active', value: false }),
    );
    expect([deactivation.status, deactivation.body.detail]).toEqual([
      403,
      'The company would be left without an active administrator',
    ]);
    expect((await okta('DELETE', userPath(id))).status).toBe(403);
    expect((await okta('GET', userPath(id))).body.active).toBe(true);
    await app.owner`
      update app_user set active = true where user_id = any (${otherAdmins.map(({ userId }) => userId)}::uuid[])`;
  });
});

describe('deleteScimUser', () => {
  test('deactivates and hides the user, who can come back', async () => {
    const { id } = await createScimUser(okta, 'leaver@harbour.example');
    expect(await okta('DELETE', userPath(id))).toMatchObject({ status: 204, body: '' });
    expect((await okta('GET', userPath(id))).status).toBe(404);
    expect((await okta('DELETE', userPath(id))).status).toBe(404);
    const search = await okta('GET', `${users}?filter=userName eq "leaver@harbour.example"`);
    expect(search.body).toMatchObject({ totalResults: 0, Resources: [] });
    const [row] = await app.owner`select active from app_user where user_id = ${id}`;
    expect(row).toEqual({ active: false });
    const back = await createScimUser(okta, 'leaver@harbour.example');
    expect([back.id, back.active]).toEqual([id, true]);
  });
});

test('listScimUsers and the others neither find nor count users of another company', async () => {
  const meridian = await providerOf(app, { maker: 'admin@meridian.example', orgId: 1200 });
  const { id } = await createScimUser(okta, 'private@harbour.example');
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    const body =
      method === 'PUT'
        ? newUser('x@meridian.example')
        : patch({ op: 'replace', path: 'active', value: false });
    const refused = await meridian(
      method,
      userPath(id),
      method === 'GET' || method === 'DELETE' ? undefined : body,
    );
    expect(refused.status).toBe(404);
  }
  const list = await meridian('GET', users);
  expect(list.body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  expect((await okta('GET', userPath(id))).body.active).toBe(true);
});

test('refused changes are counted in the settings, with the name of a new user', async () => {
  const { token } = await newToken(app, { name: 'Faulty' });
  const faultyProvider = actAsProvider(app, token);
  for (let time = 0; time < 3; time += 1) await faultyProvider('POST', users, newUser('not a name'));
  await faultyProvider('GET', userPath('6b1b36cb-1111-4000-8000-000000000000'));
  const admin = await actAs(app, 'admin@harbour.example');
  const { refusals } = (await admin('GET', settings(1100, '/provisioning'))).body;
  const ownRefusals = refusals.filter(({ tokenName }: { tokenName: string }) => tokenName === 'Faulty');
  expect(ownRefusals).toEqual([
    {
      tokenName: 'Faulty',
      act: 'createScimUser',
      objectId: 'not a name',
      objectName: null,
      reason: 'NAME_INVALID',
      status: 400,
      times: 3,
      lastAt: app.clock.now().toISOString(),
    },
  ]);
});
