import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { findUserId, listRoles } from '#features/access/users/test/user-fixtures.ts';
import {
  groupSchema,
  mapGroup,
  newUser,
  patch,
  providerOf,
  createScimUser,
  createScimGroup,
  settings,
} from './scim-fixtures.ts';

let app: TestApp;
let entra: Send;
let ana: string;
let bo: string;
let cy: string;
beforeAll(async () => {
  app = await startApp();
  entra = await providerOf(app, { name: 'Entra' });
  ana = (await createScimUser(entra, 'ana@harbour.example')).id;
  bo = (await createScimUser(entra, 'bo@harbour.example')).id;
  cy = (await createScimUser(entra, 'cy@harbour.example')).id;
});
afterAll(() => app.stop());

const groups = '/scim/v2/Groups';
const groupPath = (id: string) => `${groups}/${id}`;
const membersOf = (body: { members: { value: string }[] }) => body.members.map(({ value }) => value).sort();
const sortIds = (...ids: string[]) => ids.sort();
const cashierAt = (organisationId: number) => ({ roleId: 'cashier', organisationId });

describe('createScimGroup', () => {
  test('creates a group that gives no roles', async () => {
    const created = await entra('POST', groups, {
      schemas: [groupSchema],
      displayName: 'Unmapped',
      externalId: 'g-1',
      members: [{ value: ana }],
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      displayName: 'Unmapped',
      externalId: 'g-1',
      members: [{ value: ana, display: 'Ines Moreau', type: 'User' }],
    });
    expect(await listRoles(app, ana)).toEqual([]);
    expect((await entra('GET', `/scim/v2/Users/${ana}`)).body.groups).toMatchObject([
      { value: created.body.id, display: 'Unmapped', type: 'direct' },
    ]);
  });

  test('refuses a name in use in any case', async () => {
    await createScimGroup(entra, 'Finance');
    const duplicate = await entra('POST', groups, { displayName: 'FINANCE' });
    expect([duplicate.status, duplicate.body.scimType]).toEqual([409, 'uniqueness']);
  });

  test('refuses unknown members and users of other companies', async () => {
    for (const id of [
      '6b1b36cb-1111-4000-8000-000000000000',
      await findUserId(app, 'admin@meridian.example'),
      'x',
    ]) {
      const created = await entra('POST', groups, { displayName: 'Strangers', members: [{ value: id }] });
      expect([created.status, created.body.scimType]).toEqual([400, 'invalidValue']);
    }
    const foundGroups = await entra('GET', `${groups}?filter=displayName eq "Strangers"`);
    expect(foundGroups.body.totalResults).toBe(0);
  });

  test('refuses a group in a group', async () => {
    const inner = await createScimGroup(entra, 'Inner');
    const outerGroup = await entra('POST', groups, {
      displayName: 'Outer',
      members: [{ value: inner.id, type: 'Group' }],
    });
    expect([outerGroup.status, outerGroup.body.scimType]).toEqual([400, 'invalidValue']);
  });
});

describe('patchScimGroup', () => {
  test('removes only the members that Remove names', async () => {
    const { id } = await createScimGroup(entra, 'Removals', [ana, bo, cy]);
    const change = (operation: object) => entra('PATCH', groupPath(id), patch(operation));
    const afterRemove = await change({ op: 'Remove', path: 'members', value: [{ value: bo }] });
    expect(membersOf(afterRemove.body)).toEqual(sortIds(ana, cy));
    const afterEmptyRemove = await change({ op: 'remove', path: 'members', value: [] });
    expect(membersOf(afterEmptyRemove.body)).toEqual(sortIds(ana, cy));
    const afterFilteredRemove = await change({ op: 'remove', path: `members[value eq "${cy}"]` });
    expect(membersOf(afterFilteredRemove.body)).toEqual([ana]);
    const afterRemoveAll = await change({ op: 'remove', path: 'members' });
    expect(afterRemoveAll.body.members).toEqual([]);
  });

  test('of two with the same If-Match one wins', async () => {
    const { id, meta } = await createScimGroup(entra, 'Raced');
    const addMember = (value: string) =>
      entra('PATCH', groupPath(id), patch({ op: 'add', path: 'members', value: [{ value }] }), {
        'if-match': meta.version,
      });
    const responses = await Promise.all([addMember(ana), addMember(bo)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('without If-Match keeps the members of both', async () => {
    const { id } = await createScimGroup(entra, 'Parallel');
    const addMember = (value: string) =>
      entra('PATCH', groupPath(id), patch({ op: 'add', path: 'members', value: [{ value }] }));
    await Promise.all([ana, bo, cy].map(addMember));
    expect(membersOf((await entra('GET', groupPath(id))).body)).toEqual(sortIds(ana, bo, cy));
  });

  test('changes nothing when one member is unknown', async () => {
    const { id, meta } = await createScimGroup(entra, 'Atomic', [ana]);
    const value = [{ value: bo }, { value: '6b1b36cb-1111-4000-8000-000000000000' }];
    const refused = await entra('PATCH', groupPath(id), patch({ op: 'add', path: 'members', value }));
    expect(refused.status).toBe(400);
    const unchanged = await entra('GET', groupPath(id));
    expect([membersOf(unchanged.body), unchanged.body.meta.version]).toEqual([[ana], meta.version]);
  });
});

describe('mapScimGroup', () => {
  test('gives and takes exactly the roles of the group, and leaves those by people', async () => {
    const { id } = await createScimGroup(entra, 'Cashiers', [ana]);
    const coffee = await createScimUser(entra, 'manual@harbour.example');
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id, cascade) values (${coffee.id}, 'cashier', 1111, true)`;
    const mapped = await mapGroup(app, id, [cashierAt(1111)]);
    expect([mapped.status, mapped.body.memberCount, mapped.body.roles]).toMatchObject([
      200,
      1,
      [{ roleId: 'cashier', organisationId: 1111 }],
    ]);
    expect(await listRoles(app, ana)).toEqual(['cashier @ 1111']);
    await entra(
      'PATCH',
      groupPath(id),
      patch({ op: 'add', path: 'members', value: [{ value: coffee.id }, { value: bo }] }),
    );
    expect(await listRoles(app, bo)).toEqual(['cashier @ 1111']);
    await entra('PATCH', groupPath(id), patch({ op: 'remove', path: 'members' }));
    expect(await Promise.all([ana, bo, coffee.id].map((user) => listRoles(app, user)))).toEqual([
      [],
      [],
      ['cashier @ 1111'],
    ]);
  });

  test('keeps a role that another group gives too', async () => {
    const firstGroup = await createScimGroup(entra, 'First desk', [bo]);
    const second = await createScimGroup(entra, 'Second desk', [bo]);
    await mapGroup(app, firstGroup.id, [cashierAt(1111)]);
    await mapGroup(app, second.id, [cashierAt(1111), { roleId: 'viewer', organisationId: 1100 }]);
    await entra('DELETE', groupPath(firstGroup.id));
    expect(await listRoles(app, bo)).toEqual(['cashier @ 1111', 'viewer @ 1100']);
    await mapGroup(app, second.id, []);
    expect(await listRoles(app, bo)).toEqual([]);
  });

  test('applies to an open session at once', async () => {
    const id = await findUserId(app, 'support@harbour.example');
    await createScimUser(entra, 'support@harbour.example');
    const { send } = await signedIn(app, 'support@harbour.example');
    const refunds = async () =>
      JSON.stringify((await send('GET', '/me')).body).includes('P_REFUND_TRANSACTION');
    const before = await refunds();
    const group = await createScimGroup(entra, 'Refunds', [id]);
    await mapGroup(app, group.id, [cashierAt(1111)]);
    expect([before, await refunds()]).toEqual([false, true]);
    await entra('PATCH', groupPath(group.id), patch({ op: 'remove', path: 'members' }));
    expect(await refunds()).toBe(false);
  });

  test('takes the roles of a deleted user', async () => {
    const user = await createScimUser(entra, 'gone@harbour.example');
    const group = await createScimGroup(entra, 'Leavers', [user.id]);
    await mapGroup(app, group.id, [cashierAt(1111)]);
    await entra('DELETE', `/scim/v2/Users/${user.id}`);
    expect(await listRoles(app, user.id)).toEqual([]);
    expect((await entra('GET', groupPath(group.id))).body.members).toEqual([]);
  });

  test('rejects foreign and unknown roles, and foreign organisations', async () => {
    const { id } = await createScimGroup(entra, 'Wrong places');
    for (const role of [cashierAt(1211), cashierAt(1000), { roleId: 'nothing', organisationId: 1111 }])
      expect((await mapGroup(app, id, [role])).status).toBe(400);
    const meridian = await actAs(app, 'admin@meridian.example');
    const foreign = await meridian('PUT', settings(1200, `/scimGroups/${id}`), { roles: [] });
    expect(foreign.status).toBe(404);
  });

  test('is not for users of the provider', async () => {
    const { id } = await createScimGroup(entra, 'Provider');
    expect((await mapGroup(app, id, [cashierAt(1111)], 'domain@demo.example')).status).toBe(403);
  });

  test('is audited with the number of users who gain and lose', async () => {
    const { id } = await createScimGroup(entra, 'Counted', [cy]);
    await mapGroup(app, id, [cashierAt(1111)]);
    const [event] = await app.owner`
      select actor_kind, object_kind, after, detail from audit_event where act = 'mapScimGroup' and object_id = ${id}`;
    expect(event).toEqual({
      actorKind: 'user',
      objectKind: 'scimGroup',
      after: { roles: ['cashier @ 1111'] },
      detail: { group: 'Counted', gained: 1, lost: 0 },
    });
  });
});

test('replaceScimGroup replaces name and members', async () => {
  const { id } = await createScimGroup(entra, 'Old name', [ana, bo]);
  const replaced = await entra('PUT', groupPath(id), { displayName: 'New name', members: [{ value: cy }] });
  expect([replaced.status, replaced.body.displayName, membersOf(replaced.body)]).toEqual([
    200,
    'New name',
    [cy],
  ]);
});

test('deleteScimGroup returns 404 the second time', async () => {
  const { id } = await createScimGroup(entra, 'Short-lived');
  expect((await entra('DELETE', groupPath(id))).status).toBe(204);
  expect((await entra('DELETE', groupPath(id))).status).toBe(404);
});

test('getScimGroup and listScimGroups leave members out when they are excluded', async () => {
  const { id } = await createScimGroup(entra, 'Quiet', [ana]);
  expect((await entra('GET', `${groupPath(id)}?excludedAttributes=members`)).body).not.toHaveProperty(
    'members',
  );
  const list = await entra('GET', `${groups}?excludedAttributes=members&filter=displayName eq "quiet"`);
  expect(list.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Quiet' }] });
  expect(list.body.Resources[0]).not.toHaveProperty('members');
  const ofAna = await entra('GET', `${groups}?filter=id eq "${id}" and members[value eq "${ana}"]`);
  expect(ofAna.body.totalResults).toBe(1);
});

test('listGroupMappings shows unmapped groups first', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const { items, total } = (await admin('GET', settings(1100, '/scimGroups?pageSize=100'))).body;
  expect(total).toBe(items.length);
  const mapped = items.map(({ roles }: { roles: unknown[] }) => roles.length > 0);
  expect(mapped).toEqual(mapped.toSorted());
  expect(mapped).toContain(true);
});

test('a group of another company is unknown', async () => {
  const meridian = await providerOf(app, { maker: 'admin@meridian.example', orgId: 1200 });
  const { id } = await createScimGroup(entra, 'Ours', [ana]);
  expect((await meridian('GET', groupPath(id))).status).toBe(404);
  expect((await meridian('PATCH', groupPath(id), patch({ op: 'remove', path: 'members' }))).status).toBe(404);
  expect((await meridian('DELETE', groupPath(id))).status).toBe(404);
  const foreignMember = await meridian('POST', groups, { displayName: 'Ours', members: [{ value: ana }] });
  expect(foreignMember.status).toBe(400);
  expect((await meridian('POST', groups, { displayName: 'Ours' })).status).toBe(201);
  expect((await meridian('POST', '/scim/v2/Users', newUser('ana@harbour.example'))).status).toBe(409);
});

test('a user that the portal deletes leaves the groups', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const user = await createScimUser(entra, 'deleted@harbour.example');
  const group = await createScimGroup(entra, 'Remaining', [user.id, cy]);
  await mapGroup(app, group.id, [cashierAt(1111)]);
  expect((await admin('DELETE', `/proxy/sync/SCIM/Users/${user.id}`)).status).toBe(204);
  expect(membersOf((await entra('GET', groupPath(group.id))).body)).toEqual([cy]);
  expect((await entra('GET', `/scim/v2/Users/${user.id}`)).status).toBe(404);
});

test('a role that a person takes comes back with the next change of the groups', async () => {
  const user = await createScimUser(entra, 'returning@harbour.example');
  const group = await createScimGroup(entra, 'Returning', [user.id]);
  await mapGroup(app, group.id, [cashierAt(1111)]);
  await app.owner`delete from role_grant where user_id = ${user.id}`;
  expect(await app.owner`select from scim_grant where user_id = ${user.id}`).toHaveLength(0);
  await createScimGroup(entra, 'Another', [user.id]);
  expect(await listRoles(app, user.id)).toEqual(['cashier @ 1111']);
});

test('a member of another part of the company does not get a role above it', async () => {
  const id = await findUserId(app, 'coffee@harbour.example');
  await createScimUser(entra, 'coffee@harbour.example');
  const [{ organisationId } = { organisationId: 0 }] = await app.owner<{ organisationId: number }[]>`
    select organisation_id from app_user where user_id = ${id}`;
  expect(organisationId).not.toBe(1100);
  const before = await listRoles(app, id);
  const group = await createScimGroup(entra, 'Company wide', [id, ana]);
  await mapGroup(app, group.id, [{ roleId: 'viewer', organisationId: 1100 }]);
  expect(await listRoles(app, id)).toEqual(before);
  expect(await listRoles(app, ana)).toContain('viewer @ 1100');
});

test('a mapping and a new member at the same time leave no member without the role', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await createScimUser(entra, `race-${round}@harbour.example`);
    const group = await createScimGroup(entra, `Race ${round}`);
    const [mappedResponse, joinedResponse] = await Promise.all([
      mapGroup(app, group.id, [cashierAt(1111)]),
      entra('PATCH', groupPath(group.id), patch({ op: 'add', path: 'members', value: [{ value: user.id }] })),
    ]);
    expect([mappedResponse.status, joinedResponse.status]).toEqual([200, 200]);
    expect(await listRoles(app, user.id)).toEqual(['cashier @ 1111']);
  }
});

test('the maker can edit users in the portal while a provider changes their groups', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const createdUsers = await Promise.all(
    [0, 1, 2, 3].map((number) => createScimUser(entra, `busy-${number}@harbour.example`)),
  );
  const group = await createScimGroup(entra, 'Busy');
  await mapGroup(app, group.id, [cashierAt(1111)]);
  const users = '/proxy/sync/SCIM/Users/';
  for (let round = 0; round < 5; round += 1) {
    const members = createdUsers.map(({ id }) => ({ value: id }));
    const op = round % 2 === 0 ? 'add' : 'remove';
    const edits = createdUsers.map(async ({ id }) => {
      const { body } = await admin('GET', users + id);
      return admin('PUT', users, { ...body, name: { givenName: 'Busy', familyName: `Round${round}` } });
    });
    const responses = await Promise.all([
      entra('PATCH', groupPath(group.id), patch({ op, path: 'members', value: members })),
      ...edits,
    ]);
    expect(responses[0]?.status).toBe(200);
    for (const { status } of responses) expect([200, 412]).toContain(status);
  }
});

test('two providers of a company never deactivate its last two administrators together', async () => {
  const otherProvider = await providerOf(app, { name: 'Second' });
  const amelia = await findUserId(app, 'admin@harbour.example');
  await createScimUser(entra, 'admin@harbour.example', { name: { givenName: 'Amelia', familyName: 'Hart' } });
  const second = await createScimUser(entra, 'second-admin@harbour.example');
  const group = await createScimGroup(entra, 'Administrators', [second.id]);
  await mapGroup(app, group.id, [{ roleId: 'administrator', organisationId: 1100 }]);
  const deactivation = patch({ op: 'replace', path: 'active', value: false });
  const responses = await Promise.all([
    entra('PATCH', `/scim/v2/Users/${amelia}`, deactivation),
    otherProvider('PATCH', `/scim/v2/Users/${second.id}`, deactivation),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
});
