import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { idOf, users, grant, userManager } from './user-fixtures.ts';

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
    const { body } = await send('GET', users + (await idOf(app, userName)));
    expect(body.extraInfo).toMatchObject({ passwordStatus, lockedReason });
  });

  test('omits an expired lock', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const id = await idOf(app, 'locked@harbour.example');
    const until = new Date(app.clock.now().getTime() + minuteMs);
    await app.owner`update app_user set locked_until = ${until} where user_id = ${id}`;
    expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBe('MAX_PASSWORD_ATTEMPTS');
    app.clock.advance(minuteMs);
    expect((await send('GET', users + id)).body.extraInfo.lockedReason).toBeNull();
  });

  test('returns nothing of the password', async () => {
    const send = await actAs(app, 'admin@harbour.example');
    const response = await send('GET', users + (await idOf(app, 'support@harbour.example')));
    const [row] = await app.owner<{ hash: string }[]>`
      select password_hash as hash from app_user where user_name = 'support@harbour.example'`;
    expect(JSON.stringify(response.body)).not.toContain(row?.hash.slice(-20));
  });

  test('separates domain users from other users', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    const support = await idOf(app, 'support@harbour.example');
    expect((await domain('GET', users + support)).status).toBe(403);
    const admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('GET', users + (await idOf(app, 'domain@demo.example')))).status).toBe(404);
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
    const userNames = body.map((one: { userName: string }) => one.userName);
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
      permissions: ['P_VIEW_SCHEDULE', 'P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
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
