import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { actAs, type Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { organisationFilter } from '#shared/org-path.ts';
import { findUserId, users, grant, userManager } from './user-fixtures.ts';
import { sortAttributes } from '../users-search.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('getUser', () => {
  test.each([
    ['locked@harbour.example', 'SET', 'MAX_PASSWORD_ATTEMPTS'],
    ['temporary@harbour.example', 'TEMPORARY', 'TEMPORARY_PASSWORD'],
    ['expired@harbour.example', 'EXPIRED', 'PASSWORD_EXPIRED'],
    ['support@harbour.example', 'SET', null],
  ])('%s: password %s, locked for %s', async (userName, passwordStatus, lockedReason) => {
    const send = await actAs(app, 'admin@harbour.example');
    const { body } = await send('GET', users + (await findUserId(app, userName)));
    expect(body.extraInfo).toMatchObject({ passwordStatus, lockedReason });
  });

  test('omits an expired lock', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const id = await findUserId(app, 'locked@harbour.example');
    const until = new Date(app.clock.now().getTime() + minuteMs);
    await app.owner`update app_user set locked_until = ${until} where user_id = ${id}`;
    expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBe('MAX_PASSWORD_ATTEMPTS');
    app.clock.advance(minuteMs);
    expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBeNull();
  });

  test('returns no password', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const response = await send('GET', users + (await findUserId(app, 'support@harbour.example')));
    const [row] = await app.owner<{ hash: string }[]>`
      select password_hash as hash from app_user where user_name = 'support@harbour.example'`;
    expect(JSON.stringify(response.body)).not.toContain(row?.hash.slice(-20));
  });

  test('separates domain users from other users', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    const support = await findUserId(app, 'support@harbour.example');
    expect((await domain('GET', users + support)).status).toBe(403);
    const admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('GET', users + (await findUserId(app, 'domain@demo.example')))).status).toBe(404);
  });

  test.each(['x', '6b1b36cb-1111-4000-8000-000000000000', "'--"])('finds no user with id %s', async (id) => {
    const send = await actAs(app, 'admin@harbour.example');
    expect((await send('GET', users + id)).status).toBe(404);
  });
});

describe('getOrganisationUsers', () => {
  test("returns only names of the organisation's users, by username", async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const { body } = await send('GET', '/proxy/async/cm/users/1100');
    const userNames = body.map((user: { userName: string }) => user.userName);
    expect(userNames).toHaveLength(7);
    expect(userNames).toEqual([...userNames].sort());
    expect(Object.keys(body[0]).sort()).toEqual(['firstName', 'id', 'lastName', 'userName']);
  });

  test('rejects another company', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    expect((await send('GET', '/proxy/async/cm/users/1200')).status).toBe(403);
  });
});

describe('getExposedRoles', () => {
  const url = '/proxy/sync/cm/security/roles/all/exposed';

  test('lists the roles of the application with tags and permissions', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const { body } = await send('GET', `${url}?application=portal`);
    const viewer = body.find((role: { id: string }) => role.id === 'viewer');
    expect(viewer).toMatchObject({
      name: 'Viewer',
      tags: [{ category: 'GROUP', value: 'Transactions' }],
      permissions: [
        'P_VIEW_PAYOUTS',
        'P_VIEW_SCHEDULE',
        'P_VIEW_TRANSACTIONS_NGPORTAL',
        'P_VIEW_TRANSACTION_NGPORTAL',
      ],
    });
  });

  test('leaves out roles of another application', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    expect((await send('GET', `${url}?application=terminal`)).body).toEqual([]);
    await app.owner`update role set application = 'terminal' where role_id = 'viewer'`;
    const { body } = await send('GET', `${url}?application=portal`);
    expect(body.map((role: { id: string }) => role.id)).not.toContain('viewer');
    await app.owner`update role set application = 'portal'`;
  });

  test('requires an application', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    expect((await send('GET', url)).status).toBe(400);
  });
});

describe('getUserOrganisationHierarchy', () => {
  const url = '/proxy/sync/cm/orgmap/user-organisation-hierarchy/';
  const ids = (body: { id: number }[]) => body.map(({ id }) => id).sort();

  test('returns an organisation and its descendants down to merchants', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const { body } = await send('GET', `${url}1110`);
    expect(body).toContainEqual({
      id: 1111,
      name: 'Harbour Coffee',
      type: 'MERCHANT',
      parentOrgId: 1110,
      parentPath: '/1000/1100/1110/1111',
    });
    expect(ids(body)).toEqual([1110, 1111, 1112]);
  });

  test('returns only organisations where the caller manages users', async () => {
    await grant(app, 'coffee@harbour.example', userManager, 1110, false);
    await grant(app, 'coffee@harbour.example', userManager, 1112);
    const send = await actAs(app, 'coffee@harbour.example');
    expect(ids((await send('GET', `${url}1110`)).body)).toEqual([1110, 1112]);
  });
});

describe('searchUsers', () => {
  let admin: Send;
  const url = '/proxy/async/SCIM/Users/.search';
  const search = (send: Send, organisationId: number, more: object = {}) =>
    send('POST', url, { filter: organisationFilter(organisationId), ...more });
  // oxlint-disable-next-line typescript/no-explicit-any
  const names = (body: any): string[] =>
    body.Resources.map((resource: { userName: string }) => resource.userName);
  beforeAll(async () => {
    await app.owner`delete from role_grant where role_id = ${userManager.name}`;
    admin = await actAs(app, 'admin@harbour.example');
  });

  test('lists the users at and below the organisation only', async () => {
    const { status, body } = await search(admin, 1100);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 7,
      startIndex: 1,
      itemsPerPage: 7,
    });
    expect(names(body)).toEqual([...names(body)].sort());
    expect(names(body)).toContain('coffee@harbour.example');
    expect(body.Resources[0]).toMatchObject({ firstName: 'Amelia', lastName: 'Hart', active: true });
    expect(JSON.stringify(body)).not.toMatch(/Meridian|demo\.example|password_hash/);
    expect(names((await search(admin, 1111)).body)).toEqual(['coffee@harbour.example']);
    expect(names((await search(admin, 1112)).body)).toEqual([]);
  });

  test('shows domain users to domain users', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    expect(names((await search(domain, 1000)).body)).toEqual(['domain@demo.example']);
    expect((await search(domain, 1100)).body.totalResults).toBe(0);
  });

  test('limits a permission that does not cascade to its organisation', async () => {
    await grant(app, 'coffee@harbour.example', userManager, 1110, false);
    const merchantAdmin = await actAs(app, 'coffee@harbour.example');
    await app.owner`update app_user set organisation_id = 1110 where user_name = 'support@harbour.example'`;
    expect(names((await search(merchantAdmin, 1110)).body)).toEqual(['support@harbour.example']);
    await app.owner`update app_user set organisation_id = 1100 where user_name = 'support@harbour.example'`;
  });

  describe('filters', () => {
    test.each([
      ['coffee', ['coffee@harbour.example']],
      ['COFFEE@', ['coffee@harbour.example']],
      ['melia har', ['admin@harbour.example']],
      ['%', []],
      ['_', []],
      ["'; select", []],
    ])('find a part of the name or email: %j', async (text, expected) => {
      const { status, body } = await search(admin, 1100, { text });
      expect(status).toBe(200);
      expect(names(body)).toEqual(expected);
      expect(body.totalResults).toBe(expected.length);
    });

    test('find a name without its accents', async () => {
      const rename = (given: string, family: string) => app.owner`
        update app_user set given_name = ${given}, family_name = ${family} where user_name = 'coffee@harbour.example'`;
      const [before] = await app.owner<{ givenName: string; familyName: string }[]>`
        select given_name, family_name from app_user where user_name = 'coffee@harbour.example'`;
      await rename('Łukasz', 'Müller');
      for (const text of ['lukasz muller', 'Müller', 'LUKASZ MÜLLER', 'ukasz m'])
        expect(names((await search(admin, 1100, { text })).body), text).toEqual(['coffee@harbour.example']);
      expect(names((await search(admin, 1100, { text: 'lukas muller' })).body)).toEqual([]);
      await rename(before?.givenName ?? '', before?.familyName ?? '');
    });

    test('find no users of another organisation', async () => {
      expect(names((await search(admin, 1112, { text: 'coffee' })).body)).toEqual([]);
    });

    test('find users by status, an expired lock excluded', async () => {
      const setLock = (lock: Date | null, reason: string | null) => app.owner`
        update app_user set locked_reason = ${reason}, locked_until = ${lock}
        where user_name = 'coffee@harbour.example'`;
      const found = async (status: string) => names((await search(admin, 1111, { status })).body);
      expect(await found('active')).toEqual(['coffee@harbour.example']);
      await setLock(null, 'LOCKED_BY_ADMIN');
      expect([await found('active'), await found('locked')]).toEqual([[], ['coffee@harbour.example']]);
      await setLock(new Date('2000-01-01'), 'LOGIN_FAILURES');
      expect([await found('locked'), await found('inactive')]).toEqual([[], []]);
      expect(await found('active')).toEqual(['coffee@harbour.example']);
      await setLock(null, null);
    });

    test('reject an empty text or an unknown status', async () => {
      expect((await search(admin, 1100, { text: '' })).status).toBe(400);
      expect((await search(admin, 1100, { status: 'any' })).status).toBe(400);
    });
  });

  describe('with 1,500 users', () => {
    beforeAll(async () => {
      await app.owner`
        insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                              active, password_hash, locked_reason, last_logon_at, created_at)
        select gen_random_uuid(), (array[1100, 1111, 1112, 1121])[1 + n % 4], 'u' || n || '@h.example',
               'u' || n || '@h.example', 'Given' || n % 97, 'Family' || n % 89, n % 10 <> 0,
               case when n % 5 = 0 then null else 'x' end,
               case when n % 50 = 0 then 'LOCKED_BY_ADMIN' end,
               case when n % 3 = 0 then null else timestamptz '2026-01-01' + n * interval '1 minute' end,
               timestamptz '2026-01-01' + n % 100 * interval '1 day'
        from generate_series(1, 1500) n`;
    });

    test.each(sortAttributes)('pages by %s through every user once, in both directions', async (sortBy) => {
      for (const sortOrder of ['ascending', 'descending']) {
        const listedNames: string[] = [];
        for (let startIndex = 1; startIndex < 1507; startIndex += 100) {
          const { body } = await search(admin, 1100, { startIndex, count: 100, sortBy, sortOrder });
          expect(body.totalResults).toBe(1507);
          listedNames.push(...names(body));
        }
        expect(listedNames.length).toBe(1507);
        expect(new Set(listedNames).size).toBe(1507);
      }
    });

    test('returns the rest on the last page and nothing after it', async () => {
      const last = await search(admin, 1100, { startIndex: 1501, count: 25 });
      expect(last.body).toMatchObject({ totalResults: 1507, itemsPerPage: 7, startIndex: 1501 });
      expect((await search(admin, 1100, { startIndex: 1526, count: 25 })).body.Resources).toEqual([]);
    });

    test('sorts users without a sign-in last', async () => {
      const query = { sortBy: 'extraInfo.lastLogon', sortOrder: 'descending', count: 100 };
      const { body } = await search(admin, 1100, query);
      const times = body.Resources.map(
        (resource: { extraInfo: { lastLogon: string } }) => resource.extraInfo.lastLogon,
      );
      expect(times).not.toContain(null);
      expect(times).toEqual([...times].sort().reverse());
    });
  });

  test.each([
    ['no filter', {}],
    ['another filter', { filter: 'userName sw "a"' }],
    ['two filters', { filter: `${organisationFilter(1100)} or userName pr` }],
  ])('rejects %s as an organisation', async (_name, body) => {
    expect((await admin('POST', url, body)).status).toBe(403);
  });

  test.each([
    ['an unknown sort', { sortBy: 'password' }],
    ['page 0', { startIndex: 0 }],
    ['too many', { count: 101 }],
    ['an unknown field', { attributes: ['password'] }],
  ])('rejects %s', async (_name, more) => {
    expect((await search(admin, 1100, more)).status).toBe(400);
  });
});
