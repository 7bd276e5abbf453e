import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { listAudit, create, grant, findUserId, listRoles, userManager, users } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

// oxlint-disable-next-line typescript/no-explicit-any
let user: any;
let count = 0;
beforeEach(async () => {
  count += 1;
  user = await create(admin, { userName: `user${count}@harbour.example` });
});

const putUser = (send: Send, change: object): Promise<TestResponse> =>
  send('PUT', users, { ...user, ...change });
const row = async (userId = user.id) =>
  (await app.owner`select * from app_user where user_id = ${userId}`)[0] as Record<string, unknown>;

test('changes nothing when a user is sent back unchanged', async () => {
  const before = await row();
  const response = await putUser(admin, {});
  expect(response).toMatchObject({ status: 200, body: { meta: { version: 'W/"1"' } } });
  expect(await row()).toEqual(before);
});

test('audits names, status and roles with their old and new values', async () => {
  const response = await putUser(admin, {
    userName: `renamed${count}@harbour.example`,
    name: { givenName: 'Inés', familyName: "O'Moreau" },
    entitlements: [{ value: 'viewer', type: '1111' }],
  });
  expect(response.body).toMatchObject({
    displayName: "Inés O'Moreau",
    externalId: `renamed${count}@harbour.example`,
    meta: { version: 'W/"2"' },
  });
  expect(await listRoles(app, user.id)).toEqual(['viewer @ 1111']);
  const event = (await listAudit(app, 'updateUser')).find(({ objectId }) => objectId === user.id);
  expect(event).toMatchObject({
    before: {
      userName: `user${count}@harbour.example`,
      roles: [expect.stringMatching(/^Cashier, .+ \(cashier @ 1111\)$/)],
    },
    after: {
      userName: `renamed${count}@harbour.example`,
      roles: [expect.stringMatching(/, .+ \(viewer @ 1111\)$/)],
    },
  });
});

test('rejects the second of two edits of one version with SCIM11', async () => {
  const results = await Promise.all([
    putUser(admin, { name: { givenName: 'Ada', familyName: 'Moreau' } }),
    putUser(admin, { name: { givenName: 'Eva', familyName: 'Moreau' } }),
  ]);
  const [succeeded, conflicted] = results.sort((left, right) => left.status - right.status) as [
    TestResponse,
    TestResponse,
  ];
  expect(succeeded.status).toBe(200);
  expect(conflicted).toMatchObject({ status: 412, body: { code: 'SCIM11', message: 'version' } });
  expect((await row()).givenName).toBe(succeeded.body.name.givenName);
  const events = (await listAudit(app, 'updateUser')).filter(({ objectId }) => objectId === user.id);
  expect(events).toHaveLength(1);
  const refused = await app.owner`
    select 1 from audit_event where object_id = ${user.id} and outcome = 'refused: SCIM11'`;
  expect(refused).toHaveLength(1);
});

test('rejects taken, invalid and unknown values', async () => {
  expect((await putUser(admin, { userName: 'Admin@Harbour.example' })).body.code).toBe('SCIM05');
  expect((await putUser(admin, { userName: 'unknown' })).body.code).toBe('SCIM12');
  expect((await putUser(admin, { password: 'x' })).body.code).toBe('INVALID_REQUEST');
  const extraInfo = { ...user.extraInfo, accessVersion: 9 };
  expect((await putUser(admin, { extraInfo })).body.code).toBe('INVALID_REQUEST');
  expect((await row()).version).toBe(1);
});

describe('ignores read-only fields', () => {
  test.each([
    ['passwordStatus', { passwordStatus: 'SET' }],
    ['invitationDate', { invitationDate: '2020-01-01T00:00:00.000Z' }],
    ['lastLogon', { lastLogon: '2020-01-01T00:00:00.000Z' }],
    ['orgName', { orgName: 'Elsewhere' }],
  ])('%s', async (_name, extraInfo) => {
    const before = await row();
    expect((await putUser(admin, { extraInfo: { ...user.extraInfo, ...extraInfo } })).status).toBe(200);
    expect(await row()).toEqual(before);
  });

  test('derives display name, email and external id', async () => {
    const response = await putUser(admin, {
      displayName: 'The Boss',
      externalId: 'boss',
      emails: [{ value: 'b@x.example' }],
    });
    expect(response.body).toMatchObject({ displayName: 'Ines Moreau', externalId: user.userName });
  });

  test('rejects a change of the domain flag or of the lock reason', async () => {
    expect((await putUser(admin, { extraInfo: { ...user.extraInfo, domainUser: true } })).status).toBe(403);
    for (const lockedReason of ['MAX_PASSWORD_ATTEMPTS', 'LOCKED_BY_ADMIN', '']) {
      const response = await putUser(admin, { extraInfo: { ...user.extraInfo, lockedReason } });
      expect(response.body.code).toBe('SCIM12');
    }
  });
});

describe('unlocking', () => {
  const lock = (reason: string) =>
    app.owner`update app_user set locked_reason = ${reason}, locked_until = null where user_id = ${user.id}`;
  const unlock = () => putUser(admin, { extraInfo: { ...user.extraInfo, lockedReason: null } });

  test.each(['MAX_PASSWORD_ATTEMPTS', 'USER_INACTIVE_ACCOUNT'])('lifts %s', async (reason) => {
    await lock(reason);
    expect((await unlock()).body.extraInfo.lockedReason).toBeNull();
    expect(await row()).toMatchObject({ lockedReason: null, unlockedAt: app.clock.now() });
  });

  test.each(['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED', 'LOCKED_BY_ADMIN'])(
    'does not lift %s',
    async (reason) => {
      await lock(reason);
      expect((await unlock()).body.code).toBe('SCIM12');
      expect((await row()).lockedReason).toBe(reason);
    },
  );

  test('keeps the lock when the update omits it', async () => {
    await lock('MAX_PASSWORD_ATTEMPTS');
    const { lockedReason: _omitted, ...extraInfo } = user.extraInfo;
    expect((await putUser(admin, { extraInfo, active: false })).status).toBe(200);
    expect((await row()).lockedReason).toBe('MAX_PASSWORD_ATTEMPTS');
  });

  test('signs in at once after an unlock from six wrong passwords', async () => {
    const attempt = async (password: string) => {
      const { send } = signedOutClient(app);
      await send('GET', '/initiation');
      return send('POST', '/auth/login', { username: 'analyst@harbour.example', password });
    };
    for (let round = 0; round < 7; round += 1) await attempt('not-the-password-1');
    expect((await attempt('Countinghouse-Demo-1')).body.message).toBe('account_locked');
    user = (await admin('GET', `${users}${await findUserId(app, 'analyst@harbour.example')}`)).body;
    expect(user.extraInfo.lockedReason).toBe('MAX_PASSWORD_ATTEMPTS');
    expect((await unlock()).status).toBe(200);
    expect((await attempt('Countinghouse-Demo-1')).status).toBe(200);
    app.clock.advance(2 * minuteMs);
  });
});

describe('authorisation', () => {
  test('rejects the user’s own account', async () => {
    user = (await admin('GET', `${users}${await findUserId(app, 'admin@harbour.example')}`)).body;
    expect((await putUser(admin, { active: false })).status).toBe(403);
  });

  test('lets domain users change domain users only', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    expect((await putUser(domain, { active: false })).status).toBe(403);
  });

  test('rejects an email change of a user who holds more', async () => {
    await grant(app, 'support@harbour.example', userManager, 1100);
    const manager = await actAs(app, 'support@harbour.example');
    expect((await putUser(manager, { userName: 'mine@evil.example' })).status).toBe(403);
    expect((await putUser(manager, { entitlements: [] })).status).toBe(403);
    // Without those roles the same editor may.
    user = (await putUser(admin, { entitlements: [{ value: 'viewer', type: '1111' }] })).body;
    expect((await putUser(manager, { active: false })).status).toBe(200);
  });

  test('gives a role only as far as the editor holds it', async () => {
    await grant(app, 'coffee@harbour.example', userManager, 1111);
    const merchantAdmin = await actAs(app, 'coffee@harbour.example');
    const entitlements = [{ value: 'administrator', type: '1111' }];
    expect((await putUser(merchantAdmin, { entitlements })).status).toBe(403);
    expect((await putUser(merchantAdmin, { entitlements: [{ value: 'viewer', type: '1111' }] })).status).toBe(
      200,
    );
  });

  test("returns the same for other companies' users and unknown ones", async () => {
    const other = await actAs(app, 'admin@meridian.example');
    const unknown = { id: '6b1b36cb-1111-4000-8000-000000000000' };
    for (const change of [{}, unknown, { id: 'x' }, { id: 7 }, { id: undefined }]) {
      expect((await putUser(other, change)).status).toBe(404);
    }
  });
});

describe('membership', () => {
  const move = (organisationId: number, entitlements: object[]) =>
    putUser(admin, { entitlements, extraInfo: { ...user.extraInfo, organisationId } });

  test('moves within the subtree, with roles inside the new membership', async () => {
    const response = await move(1121, [{ value: 'viewer', type: '1121' }]);
    expect(response.body.extraInfo).toMatchObject({ organisationId: 1121, orgName: 'Harbour Hotels' });
    expect(await listRoles(app, user.id)).toEqual(['viewer @ 1121']);
  });

  test('rejects the old roles outside the new membership', async () => {
    expect((await move(1121, user.entitlements)).body.code).toBe('SCIM12');
  });

  test('rejects another company, the domain, an installation and unknown ids', async () => {
    for (const organisationId of [1200, 1211, 1000, 424_242]) {
      expect((await move(organisationId, [])).status, String(organisationId)).toBe(403);
    }
    expect((await move(5_300_001, [])).body.code).toBe('SCIM12');
  });
});

describe('with the next request', () => {
  async function signedIn(): Promise<Send> {
    const [hash] =
      await app.owner`select password_hash from app_user where user_name = 'admin@harbour.example'`;
    await app.owner`update app_user set password_hash = ${hash?.passwordHash} where user_id = ${user.id}`;
    return actAs(app, user.userName);
  }

  test('a revoked role has no effect', async () => {
    const send = await signedIn();
    expect((await send('GET', '/me')).body.scopedPermissions).not.toEqual([]);
    expect((await putUser(admin, { entitlements: [] })).status).toBe(200);
    expect((await send('GET', '/me')).body.scopedPermissions).toEqual([]);
  });

  test("a deactivated user's sessions stay ended", async () => {
    const send = await signedIn();
    user = (await putUser(admin, { active: false })).body;
    expect((await send('GET', '/me')).status).toBe(401);
    expect((await putUser(admin, { active: true })).status).toBe(200);
    expect((await send('GET', '/me')).status).toBe(401);
  });
});
