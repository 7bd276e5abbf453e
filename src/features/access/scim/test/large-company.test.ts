import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { mapGroup, patch, providerOf, createScimGroup, settings } from './scim-fixtures.ts';

/** A company of 10,000 users. Requests are bounded by their pages, and need no more statements for more users. */
const totalUsers = 10_000;
let app: TestApp;
let send: Send;
let ids: string[];
beforeAll(async () => {
  app = await startApp();
  send = await providerOf(app);
  await app.owner`
    with new_users as (
      insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name, created_at, updated_at)
      select gen_random_uuid(), 1100, 'p' || n || '@harbour.example', 'p' || n || '@harbour.example', 'Pat', 'Number' || n, now(), now()
      from generate_series(1, ${totalUsers}) n returning user_id)
    insert into scim_user (company_id, user_id, external_id, active, awaits_invitation, created_at, updated_at, version)
    select 1100, user_id, user_id::text, true, false, now(), now(), 1 from new_users`;
  // Each has a role, as in a company that works with them. PostgreSQL plans its checks of new grants for this size.
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, 'viewer', 1112, true from scim_user`;
  await app.owner`analyze app_user, scim_user, role_grant`;
  const rows = await app.owner<{ userId: string }[]>`select user_id from scim_user order by user_id`;
  ids = rows.map(({ userId }) => userId);
});
afterAll(() => app.stop());

test('listScimUsers returns at most 200 users, and the last page', async () => {
  const firstPage = await send('GET', '/scim/v2/Users?count=100000');
  expect(firstPage.body).toMatchObject({ totalResults: totalUsers, itemsPerPage: 200, startIndex: 1 });
  const last = await send('GET', `/scim/v2/Users?startIndex=${totalUsers - 1}&count=200`);
  expect(last.body).toMatchObject({ itemsPerPage: 2, startIndex: totalUsers - 1 });
});

test('walking the pages shows each user once', async () => {
  const userIds = new Set<string>();
  for (let start = 1; start <= totalUsers; start += 200) {
    const { body } = await send('GET', `/scim/v2/Users?startIndex=${start}&count=200&attributes=id`);
    for (const { id } of body.Resources) userIds.add(id);
  }
  expect(userIds.size).toBe(totalUsers);
});

test('a filter by userName, externalId or name finds one user', async () => {
  for (const filter of [
    'userName eq "P777@harbour.example"',
    `externalId eq "${ids[5]}"`,
    'name.familyName eq "number42"',
  ]) {
    const { body } = await send('GET', `/scim/v2/Users?filter=${encodeURIComponent(filter)}`);
    expect(body.totalResults).toBe(1);
  }
});

test('a group of all users gives and takes its roles', async () => {
  const group = await createScimGroup(send, 'Everyone');
  await mapGroup(app, group.id, [{ roleId: 'viewer', organisationId: 1111 }]);
  const countGrants = async () => {
    const [row] = await app.owner<{ count: number }[]>`
      select count(*)::integer as count from scim_grant where role_id = 'viewer'`;
    return row?.count;
  };
  const all = await send(
    'PATCH',
    `/scim/v2/Groups/${group.id}?excludedAttributes=members`,
    patch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }),
  );
  expect([all.status, await countGrants()]).toEqual([200, totalUsers]);
  const fullGroup = await send('GET', `/scim/v2/Groups/${group.id}`);
  expect(fullGroup.body.members).toHaveLength(totalUsers);
  const [events] = await app.owner<{ count: number; most: number }[]>`
    select count(*)::integer as count, max(jsonb_array_length(detail->'added')) as most
    from audit_event where act = 'changeScimGroup' and object_id = ${group.id}`;
  expect(events).toEqual({ count: 100, most: 100 });
  const emptied = await send('PUT', `/scim/v2/Groups/${group.id}`, { displayName: 'Everyone', members: [] });
  expect([emptied.status, await countGrants()]).toEqual([200, 0]);
}, 60_000);

test('a list of groups with too many members is refused with tooMany', async () => {
  const groups = await Promise.all([1, 2, 3].map((number) => createScimGroup(send, `Large ${number}`)));
  for (const { groupId } of groups.map(({ id }) => ({ groupId: id as string })))
    await app.owner`
      insert into scim_group_member (company_id, group_id, user_id) select 1100, ${groupId}, user_id from scim_user`;
  const refused = await send('GET', '/scim/v2/Groups');
  expect([refused.status, refused.body.scimType]).toEqual([400, 'tooMany']);
  const withoutMembers = await send('GET', '/scim/v2/Groups?excludedAttributes=members');
  expect(withoutMembers.body.totalResults).toBeGreaterThanOrEqual(3);
  expect((await send('GET', '/scim/v2/Groups?count=1')).status).toBe(200);
  const admin = await actAs(app, 'admin@harbour.example');
  const mappings = await admin('GET', settings(1100, '/scimGroups'));
  expect(mappings.body.items.map(({ memberCount }: { memberCount: number }) => memberCount)).toContain(
    totalUsers,
  );
});
