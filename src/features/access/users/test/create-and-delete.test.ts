import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  listAudit,
  grant,
  findUserId,
  newUser,
  listRoles,
  userManager,
  users,
  create,
} from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

describe('createUser', () => {
  let merchantAdmin: Send;
  beforeAll(async () => {
    merchantAdmin = await actAs(app, 'coffee@harbour.example');
    await grant(app, 'coffee@harbour.example', userManager, 1111);
  });

  test('creates a user without a password, with derived names and roles', async () => {
    const { status, body } = await admin('POST', users, newUser({ userName: ' Ines@Harbour.example ' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      userName: 'Ines@Harbour.example',
      displayName: 'Ines Moreau',
      externalId: 'Ines@Harbour.example',
      active: true,
      userType: 'USER',
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      emails: [
        { value: 'Ines@Harbour.example', display: 'Ines@Harbour.example', primary: true, type: 'work' },
      ],
      groups: [{ value: '1111', display: 'Harbour Coffee' }],
      roles: [{ value: 'cashier', display: 'Cashier' }],
      entitlements: [
        { value: 'cashier', display: 'Cashier', primary: true, type: '1111', operation: 'Harbour Coffee' },
      ],
      extraInfo: {
        orgName: 'Harbour Coffee',
        organisationId: 1111,
        domainUser: false,
        passwordStatus: 'NOT_SET',
        invitationDate: null,
        invitationExpired: false,
        lockedReason: null,
      },
      meta: { resourceType: 'User', version: 'W/"1"', location: `${users}${body.id}` },
    });
    expect(await listRoles(app, body.id)).toEqual(['cashier @ 1111']);
    const [event] = await listAudit(app, 'createUser');
    expect(event).toMatchObject({ objectId: body.id, companyId: 1100, outcome: 'allowed' });
    expect(event?.actor).toBe(await findUserId(app, 'admin@harbour.example'));
    expect(event?.after).toMatchObject({
      userName: 'Ines@Harbour.example',
      roles: [expect.stringMatching(/^Cashier, .+ \(cashier @ 1111\)$/)],
    });
  });

  test('rejects a taken name in any spelling and company with SCIM05', async () => {
    await admin('POST', users, newUser({ userName: 'u@bücher.example' }));
    for (const userName of [
      'ADMIN@harbour.example',
      'admin@meridian.example',
      'u@xn--bcher-kva.example',
      'U@BÜCHER.example',
    ]) {
      const response = await admin('POST', users, newUser({ userName }));
      expect(response).toMatchObject({ status: 409, body: { code: 'SCIM05', message: 'uniqueness' } });
    }
  });

  describe('rejects invalid values with SCIM12', () => {
    test.each([
      ['no address', { userName: 'ines' }],
      ['an address no mail reaches', { userName: 'a b@c, d@e' }],
      ['a line break', { userName: 'a\nb@c.example' }],
      ['a long address', { userName: `${'a'.repeat(250)}@b.example` }],
      ['a card number as an address', { userName: '4444333322221111@b.example' }],
      ['a card number as a name', { name: { givenName: '4444 3333 2222 1111', familyName: 'Lee' } }],
      ['an empty first name', { name: { givenName: '', familyName: 'Moreau' } }],
      ['a name with brackets', { name: { givenName: 'Ines', familyName: '<Moreau>' } }],
      ['a name with an exclamation mark', { name: { givenName: 'Ines!', familyName: 'Moreau' } }],
      ['an unknown role', { entitlements: [{ value: 'emperor', type: '1111' }] }],
      ['a role outside the membership', { entitlements: [{ value: 'viewer', type: '1112' }] }],
      ['a membership of an installation', { extraInfo: { organisationId: 5_300_001 }, entitlements: [] }],
    ])('%s', async (_name, change) => {
      const response = await admin('POST', users, newUser({ userName: 'scim12@harbour.example', ...change }));
      expect(response).toMatchObject({ status: 400, body: { code: 'SCIM12', message: 'invalidValue' } });
    });

    test('with the field', async () => {
      const name = { givenName: 'सुमन', familyName: 'a<b' };
      const response = await admin('POST', users, newUser({ userName: 'field@harbour.example', name }));
      expect(response.body).toMatchObject({ code: 'SCIM12', field: 'name.familyName', detail: 'invalid' });
    });
  });

  test('takes names of other scripts and names with signs', async () => {
    const name = { givenName: 'हिन्दी', familyName: 'de la Cruz (IT)' };
    const response = await admin('POST', users, newUser({ userName: 'script@harbour.example', name }));
    expect(response.body.name).toEqual(name);
  });

  describe('rejects read-only and unknown fields', () => {
    test.each([
      ['id', { id: '00000000-0000-4000-8000-000000000000' }],
      ['meta', { meta: { version: 'W/"9"' } }],
      ['passwordStatus', { extraInfo: { organisationId: 1111, passwordStatus: 'SET' } }],
      ['domainUser', { extraInfo: { organisationId: 1111, domainUser: true } }],
      ['lockedReason', { extraInfo: { organisationId: 1111, lockedReason: 'X' } }],
      ['password', { password: 'Countinghouse-Demo-1' }],
      ['constructor', { constructor: { prototype: { active: false } } }],
      ['cascade', { entitlements: [{ value: 'viewer', type: '1111', cascade: true }] }],
    ])('%s', async (_name, change) => {
      const response = await admin('POST', users, newUser({ userName: 'mass@harbour.example', ...change }));
      expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
      const [row] = await app.owner`select 1 from app_user where user_name = 'mass@harbour.example'`;
      expect(row).toBeUndefined();
    });

    test('__proto__', async () => {
      const text = JSON.stringify(newUser()).replace('{', '{"__proto__":{"active":false},');
      const response = await admin('POST', users, text, { 'content-type': 'application/json' });
      expect(response.status).toBe(400);
    });
  });

  describe('granting more than the editor holds', () => {
    test('a manager without money permissions cannot create a cashier', async () => {
      await grant(app, 'support@harbour.example', userManager, 1100);
      const send = await actAs(app, 'support@harbour.example');
      const refused = await send('POST', users, newUser({ userName: 'x@harbour.example' }));
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      const entitlements = [{ value: 'viewer', type: '1111' }];
      const created = await send('POST', users, newUser({ userName: 'x@harbour.example', entitlements }));
      expect(created.status).toBe(201);
    });

    test('a manager of one merchant cannot give a role elsewhere', async () => {
      for (const type of ['1112', '1110', '1100', '1211', '99', 'x', '']) {
        const body = newUser({ userName: 'y@harbour.example', entitlements: [{ value: 'cashier', type }] });
        expect((await merchantAdmin('POST', users, body)).status, type).toBe(403);
      }
    });

    test('a manager of one merchant cannot create users elsewhere', async () => {
      for (const organisationId of [1112, 1110, 1100, 1000, 1211, 99]) {
        const body = newUser({
          userName: 'y@harbour.example',
          extraInfo: { organisationId },
          entitlements: [],
        });
        expect((await merchantAdmin('POST', users, body)).status, String(organisationId)).toBe(403);
      }
    });

    test('a permission that does not cascade gives nothing', async () => {
      await grant(app, 'analyst@harbour.example', userManager, 1110, false);
      const analyst = await actAs(app, 'analyst@harbour.example');
      await app.owner`update app_user set organisation_id = 1112 where user_name = 'analyst@harbour.example'`;
      await app.owner`delete from role_grant where role_id = 'fraud-analyst'`;
      await app.owner`update app_user set access_version = access_version + 1`;
      const body = newUser({ extraInfo: { organisationId: 1110 }, entitlements: [] });
      expect((await analyst('POST', users, body)).status).toBe(403);
    });
  });

  test('only domain users create domain users, in a domain', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    const inDomain = newUser({
      userName: 'second@demo.example',
      extraInfo: { organisationId: 1000 },
      entitlements: [{ value: 'viewer', type: '1000' }],
    });
    expect((await domain('POST', users, inDomain)).body.extraInfo.domainUser).toBe(true);
    const inCompany = newUser({ userName: 'first@meridian.example', extraInfo: { organisationId: 1200 } });
    const created = await domain('POST', users, { ...inCompany, entitlements: [] });
    expect(created.body.extraInfo).toMatchObject({ domainUser: false, organisationId: 1200 });
  });
});

describe('deleteUser', () => {
  test('signs out and deletes the user, whose name stays in the audit', async () => {
    const victim = await actAs(app, 'analyst@harbour.example');
    const id = await findUserId(app, 'analyst@harbour.example');
    expect((await admin('DELETE', users + id)).status).toBe(204);
    expect((await victim('GET', '/me')).status).toBe(401);
    expect((await admin('GET', users + id)).status).toBe(404);
    expect((await admin('DELETE', users + id)).status).toBe(404);
    const [event] = await listAudit(app, 'deleteUser');
    expect(event?.before).toMatchObject({ userName: 'analyst@harbour.example' });
    // The user's audit lines stay, and their id still resolves to a name.
    const acts = await app.owner`
      select k.user_name, k.is_deleted from audit_event a join known_user k on k.user_id::text = a.actor
      where a.act = 'login' and a.actor = ${id}`;
    expect(acts).toContainEqual({ userName: 'analyst@harbour.example', isDeleted: true });
    const [remaining] = await app.owner`
      select (select count(*) from role_grant where user_id = ${id}) +
             (select count(*) from user_session where user_id = ${id}) as rows`;
    expect(Number(remaining?.rows)).toBe(0);
  });

  test('frees the name', async () => {
    const freed = { userName: 'freed@harbour.example' };
    const first = await create(admin, freed);
    await admin('DELETE', users + first.id);
    const second = await create(admin, freed);
    expect(second.id).not.toBe(first.id);
  });

  test('rejects the caller, a user of the other kind and one with more permissions', async () => {
    expect((await admin('DELETE', users + (await findUserId(app, 'admin@harbour.example')))).status).toBe(
      403,
    );
    const domain = await actAs(app, 'domain@demo.example');
    const support = await findUserId(app, 'support@harbour.example');
    expect((await domain('DELETE', users + support)).status).toBe(403);
    await grant(app, 'support@harbour.example', userManager, 1100);
    const manager = await actAs(app, 'support@harbour.example');
    const coffee = await findUserId(app, 'coffee@harbour.example');
    expect((await manager('DELETE', users + coffee)).status).toBe(403);
  });

  test('leaves one of two users who delete each other', async () => {
    await grant(app, 'expired@harbour.example', { name: 'all', permissions: [] }, 1100);
    const roles = {
      entitlements: [{ value: 'administrator', type: '1100' }],
      extraInfo: { organisationId: 1100 },
    };
    const admins = await Promise.all(
      ['one', 'two'].map((name) => create(admin, { userName: `${name}@harbour.example`, ...roles })),
    );
    await app.owner`
      update app_user set password_hash = (
        select password_hash from app_user where user_name = 'admin@harbour.example')
      where user_name in ('one@harbour.example', 'two@harbour.example')`;
    const [first, second] = await Promise.all(admins.map((user) => actAs(app, user.userName)));
    const responses = await Promise.all([
      first?.('DELETE', users + admins[1].id),
      second?.('DELETE', users + admins[0].id),
    ]);
    expect(responses.filter((response) => response?.status === 204)).toHaveLength(1);
    const remaining =
      await app.owner`select 1 from app_user where user_id in (${admins[0].id}, ${admins[1].id})`;
    expect(remaining).toHaveLength(1);
  });

  test('leaves one of two users active who deactivate each other', async () => {
    const roles = {
      entitlements: [{ value: 'administrator', type: '1100' }],
      extraInfo: { organisationId: 1100 },
    };
    const admins = await Promise.all(
      ['three', 'four'].map((name) => create(admin, { userName: `${name}@harbour.example`, ...roles })),
    );
    await app.owner`
      update app_user set password_hash = (
        select password_hash from app_user where user_name = 'admin@harbour.example')
      where user_name in ('three@harbour.example', 'four@harbour.example')`;
    const sends = await Promise.all(admins.map((user) => actAs(app, user.userName)));
    const responses = await Promise.all([
      sends[0]?.('PUT', users, { ...admins[1], active: false }),
      sends[1]?.('PUT', users, { ...admins[0], active: false }),
    ]);
    expect(responses.map((response) => response?.status).toSorted()).toEqual([200, 403]);
  });
});
