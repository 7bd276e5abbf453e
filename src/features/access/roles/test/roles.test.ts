import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant, findUserId, users } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
/** Manages roles of the whole company, and may refund. */
let manager: Send;
const managed = ['P_MANAGE_ROLES', 'P_VIEW_USER', 'P_REFUND_TRANSACTION', 'P_VIEW_SCHEDULE'];
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await grant(app, 'support@harbour.example', { name: 'role-manager', permissions: managed }, 1100);
  manager = await actAs(app, 'support@harbour.example');
});
afterAll(() => app.stop());

const roles = (organisation: number, suffix = '') => `/proxy/sync/cm/security/roles/${organisation}${suffix}`;
let names = 0;
const content = (more: object = {}) => {
  names += 1;
  return {
    name: `Night desk ${names}`,
    description: 'Nights',
    permissions: ['P_REFUND_TRANSACTION'],
    ...more,
  };
};

async function createRole(send: Send = admin, more: object = {}): Promise<string> {
  const created = await send('POST', roles(1100), content(more));
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body.roleId;
}

/** Gives a role of the company to a user, as the users screen does. */
async function grantRole(userName: string, roleId: string, organisation = 1111): Promise<void> {
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    values (${await findUserId(app, userName)}, ${roleId}, ${organisation}, true)`;
  await app.owner`update app_user set access_version = access_version + 1 where user_name = ${userName}`;
}

/** createRole, getRole */
test('creates a role and shows it', async () => {
  const roleId = await createRole(manager, { name: 'Evening desk' });
  expect((await admin('GET', roles(1100, `/${roleId}`))).body).toMatchObject({
    name: 'Evening desk',
    description: 'Nights',
    isStandard: false,
    permissions: ['P_REFUND_TRANSACTION'],
    userCount: 0,
    holders: [],
    mayChange: true,
    isOwn: false,
    version: 1,
  });
});

test.each([
  ['no name', { name: ' ' }],
  ['no permission', { permissions: [] }],
  ['an unknown permission', { permissions: ['P_UNKNOWN'] }],
  ['an unknown field', { companyId: 1200 }],
])('rejects a role with %s', async (_title, more) => {
  expect((await admin('POST', roles(1100), content(more))).status).toBe(400);
});

test.each(['evening DESK 2', 'administrator'])('rejects the taken name %s', async (name) => {
  await admin('POST', roles(1100), content({ name: 'Evening desk 2' }));
  expect((await admin('POST', roles(1100), content({ name }))).status).toBe(409);
});

test('creates one role for two concurrent requests with a name', async () => {
  const body = content({ name: 'At the same time' });
  const responses = await Promise.all([1, 2].map(() => admin('POST', roles(1100), body)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

/** listRoles */
test('lists own and standard roles', async () => {
  const roleId = await createRole();
  const list = (await admin('GET', roles(1100, '?pageSize=100'))).body;
  const find = (id: string) => list.items.find((role: { roleId: string }) => role.roleId === id);
  expect(find(roleId)).toMatchObject({ isStandard: false, permissionCount: 1, userCount: 0 });
  expect(find('administrator')).toMatchObject({ isStandard: true });
  expect(find('administrator').userCount).toBeGreaterThan(0);
  expect(list.grantable).toContain('P_NEW_PAYOUT');
});

/** changeRole */
test('changes a role once for each version', async () => {
  const roleId = await createRole();
  const update = { ...content({ permissions: ['P_VIEW_SCHEDULE', 'P_VIEW_SCHEDULE'] }), version: 1 };
  const response = await admin('PUT', roles(1100, `/${roleId}`), update);
  expect(response.body).toMatchObject({ permissions: ['P_VIEW_SCHEDULE'], version: 2 });
  expect((await admin('PUT', roles(1100, `/${roleId}`), update)).status).toBe(409);
});

test('applies a change to the next request of its users', async () => {
  const roleId = await createRole(admin, { permissions: ['P_VIEW_USER'] });
  await grantRole('coffee@harbour.example', roleId);
  const coffee = await actAs(app, 'coffee@harbour.example');
  expect((await coffee('GET', roles(1111))).status).toBe(200);
  const narrowed = { ...content({ permissions: ['P_VIEW_SCHEDULE'] }), version: 1 };
  expect((await admin('PUT', roles(1100, `/${roleId}`), narrowed)).status).toBe(200);
  expect((await coffee('GET', roles(1111))).status).toBe(403);
});

/** deleteRole */
test('deletes a role that no user has', async () => {
  const roleId = await createRole();
  expect((await admin('DELETE', roles(1100, `/${roleId}`))).status).toBe(204);
  expect((await admin('GET', roles(1100, `/${roleId}`))).status).toBe(404);
});

test('refuses to delete a role in use, with the number of users', async () => {
  const roleId = await createRole();
  await grantRole('coffee@harbour.example', roleId);
  const refused = await admin('DELETE', roles(1100, `/${roleId}`));
  expect(refused).toMatchObject({ status: 409, body: { message: 'role_in_use', count: 1 } });
  expect((await admin('GET', roles(1100, `/${roleId}`))).body.holders).toMatchObject([
    { organisationName: 'Harbour Coffee' },
  ]);
});

test.each(['administrator', 'viewer'])('leaves the standard role %s alone', async (roleId) => {
  const rolePath = roles(1100, `/${roleId}`);
  expect((await admin('GET', rolePath)).body).toMatchObject({ isStandard: true, mayChange: false });
  expect((await admin('PUT', rolePath, { ...content(), version: 1 })).status).toBe(403);
  expect((await admin('DELETE', rolePath)).status).toBe(403);
});

test('denies a role beyond the creator’s permissions', async () => {
  const permissions = ['P_REFUND_TRANSACTION', 'P_NEW_PAYOUT'];
  expect((await manager('POST', roles(1100), content({ permissions }))).status).toBe(403);
});

test('denies changes that widen a role beyond the editor’s permissions', async () => {
  const roleId = await createRole(manager);
  const wider = { ...content({ permissions: ['P_REFUND_TRANSACTION', 'P_NEW_PAYOUT'] }), version: 1 };
  expect((await manager('PUT', roles(1100, `/${roleId}`), wider)).status).toBe(403);
});

test('denies changes of a role with permissions that the editor lacks', async () => {
  const roleId = await createRole(admin, { permissions: ['P_NEW_PAYOUT'] });
  const rolePath = roles(1100, `/${roleId}`);
  expect((await manager('GET', rolePath)).body).toMatchObject({ mayChange: false });
  expect((await manager('PUT', rolePath, { ...content(), version: 1 })).status).toBe(403);
  expect((await manager('DELETE', rolePath)).status).toBe(403);
});

test('denies users to widen a role that they have themselves', async () => {
  const roleId = await createRole(admin);
  await grantRole('support@harbour.example', roleId, 1100);
  const wider = { ...content({ permissions: ['P_REFUND_TRANSACTION', 'P_VIEW_SCHEDULE'] }), version: 1 };
  const rolePath = roles(1100, `/${roleId}`);
  const refused = await manager('PUT', rolePath, wider);
  expect(refused).toMatchObject({ status: 409, body: { message: 'role_is_yours' } });
  expect((await manager('PUT', rolePath, { ...content(), version: 1 })).status).toBe(200);
});

test.each([
  ['on a branch only', 1110, true],
  ['without cascade', 1100, false],
])('denies roles to managers of roles %s', async (title, organisation, cascade) => {
  const role = { name: `partial-${organisation}`, permissions: managed };
  await app.owner`delete from role_grant where user_id = ${await findUserId(app, 'analyst@harbour.example')}`;
  await grant(app, 'analyst@harbour.example', role, organisation, cascade);
  const partial = await actAs(app, 'analyst@harbour.example');
  const roleId = await createRole();
  expect((await partial('POST', roles(organisation), content())).status, title).toBe(403);
  const change = { ...content(), version: 1 };
  expect((await partial('PUT', roles(organisation, `/${roleId}`), change)).status).toBe(403);
});

test('hides roles of other companies', async () => {
  const roleId = await createRole();
  const otherAdmin = await actAs(app, 'admin@meridian.example');
  expect((await otherAdmin('GET', roles(1200, `/${roleId}`))).status).toBe(404);
  expect((await otherAdmin('PUT', roles(1200, `/${roleId}`), { ...content(), version: 1 })).status).toBe(404);
  expect((await otherAdmin('DELETE', roles(1200, `/${roleId}`))).status).toBe(404);
  expect((await otherAdmin('GET', roles(1100, `/${roleId}`))).status).toBe(403);
  for (const url of [
    roles(1200, '?pageSize=100'),
    '/proxy/sync/cm/security/roles/all/exposed?application=portal',
  ])
    expect(JSON.stringify((await otherAdmin('GET', url)).body)).not.toContain(roleId);
});

test('grants an own role on organisations of its company only', async () => {
  const roleId = await createRole();
  const body = (organisation: number) => ({
    userName: `night-${organisation}@harbour.example`,
    name: { givenName: 'Nia', familyName: 'Night' },
    active: true,
    entitlements: [{ value: roleId, type: String(organisation) }],
    extraInfo: { organisationId: organisation },
  });
  expect((await admin('POST', users, body(1111))).status).toBe(201);
  const domain = await actAs(app, 'domain@demo.example');
  expect((await domain('POST', users, body(1200))).status).not.toBe(201);
  const granted = await app.owner`
    select 1 from role_grant g join organisation o on o.id = g.organisation_id
    where g.role_id = ${roleId} and o.company_id <> 1100`;
  expect(granted).toEqual([]);
});

test('audits every change', async () => {
  const roleId = await createRole();
  const rolePath = roles(1100, `/${roleId}`);
  await admin('PUT', rolePath, { ...content({ permissions: ['P_VIEW_SCHEDULE'] }), version: 1 });
  await admin('DELETE', rolePath);
  const lines = await app.owner<{ act: string; before: object | null; after: object | null }[]>`
    select act, before, after from audit_event where object_id = ${roleId} order by seq`;
  expect(lines.map(({ act }) => act)).toEqual(['createRole', 'changeRole', 'deleteRole']);
  expect(lines[1]).toMatchObject({
    before: { permissions: ['P_REFUND_TRANSACTION'] },
    after: { permissions: ['P_VIEW_SCHEDULE'] },
  });
});
