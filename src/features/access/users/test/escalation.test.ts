import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Permission, permissions } from '#shared/permissions.ts';
import { type ScopedPermission, reaches } from '#shared/scoped-permission.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { create, grant, findUserId, userManager, users } from './user-fixtures.ts';

/**
 * Random editors send random requests. No user may gain a permission, on any current or future organisation,
 * that neither they nor the editor had before.
 */
let app: TestApp;
let admin: Send;
let editor: Send;
let editorId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  editorId = await findUserId(app, 'support@harbour.example');
  await grant(app, 'support@harbour.example', userManager, 1100);
  for (let role = 0; role < 6; role += 1) {
    await app.owner`
      insert into role (role_id, name, description) values (${`r${role}`}, ${`R${role}`}, '')`;
    await app.owner`
      insert into role_permission (role_id, permission)
      select ${`r${role}`}, unnest(${permissions.filter((_, index) => index % 6 <= role) as Permission[]}::text[])`;
  }
  editor = await actAs(app, 'support@harbour.example');
});
afterAll(() => app.stop());

const organisations = [1000, 1100, 1110, 1111, 1112, 1120, 1121, 1122, 1200, 1211];
const grantArbitrary = fc.record({
  role: fc.constantFrom('r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'user-manager', 'viewer'),
  organisation: fc.constantFrom(...organisations),
});

test('never raises a user above the editor', async () => {
  let runNumber = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ right: grantArbitrary, cascade: fc.boolean() }), { maxLength: 3 }),
      fc.array(grantArbitrary, { maxLength: 3 }),
      fc.constantFrom(...organisations),
      fc.array(
        fc.record({
          rights: fc.array(grantArbitrary, { maxLength: 3 }),
          organisation: fc.constantFrom(...organisations),
        }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      async (editorsRights, victimsRights, membership, attempts) => {
        runNumber += 1;
        await arrangeEditor(editorsRights);
        const victim = await create(admin, {
          userName: `victim${runNumber}@harbour.example`,
          entitlements: [],
          extraInfo: { organisationId: 1111 },
        });
        await grantRoles(victim.id, victimsRights);
        const editorPermissions = await listPermissions(editorId);
        for (const { rights, organisation } of attempts) {
          const before = [...editorPermissions, ...(await listPermissions(victim.id))];
          const read = await editor('GET', users + victim.id);
          const entitlements = rights.map(({ role, organisation: type }) => ({
            value: role,
            type: String(type),
          }));
          const extraInfo = { organisationId: organisation };
          const response = await editor('PUT', users, {
            ...(read.body.id ? read.body : victim),
            entitlements,
            extraInfo,
          });
          expect(response.status).toBeLessThan(500);
          expect(findGained(await listPermissions(victim.id), before)).toEqual([]);
          const created = await editor('POST', users, {
            userName: `made${runNumber}-${organisation}@harbour.example`,
            name: { givenName: 'New', familyName: 'User' },
            entitlements,
            extraInfo: { organisationId: membership },
          });
          expect(created.status).toBeLessThan(500);
          if (created.status === 201)
            expect(findGained(await listPermissions(created.body.id), editorPermissions)).toEqual([]);
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

async function arrangeEditor(
  rights: readonly { right: { role: string; organisation: number }; cascade: boolean }[],
) {
  await app.owner`delete from role_grant where user_id = ${editorId} and role_id like 'r_'`;
  for (const { right: grant, cascade } of rights) {
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      values (${editorId}, ${grant.role}, ${grant.organisation}, ${cascade}) on conflict do nothing`;
  }
  await app.owner`update app_user set access_version = access_version + 1 where user_id = ${editorId}`;
}

async function grantRoles(
  userId: string,
  rights: readonly { role: string; organisation: number }[],
): Promise<void> {
  for (const { role, organisation } of rights) {
    await app.owner`
      insert into role_grant (user_id, role_id, organisation_id) values (${userId}, ${role}, ${organisation})
      on conflict do nothing`;
  }
}

function listPermissions(userId: string): Promise<ScopedPermission[]> {
  return app.owner<ScopedPermission[]>`
    select p.permission as name, o.path as scope, g.cascade
    from role_grant g join role_permission p on p.role_id = g.role_id join organisation o on o.id = g.organisation_id
    where g.user_id = ${userId}`;
}

/** Permissions of `permissions` that `allowed` does not give, at the path itself and at a future child. */
function findGained(
  permissions: readonly ScopedPermission[],
  allowed: readonly ScopedPermission[],
): ScopedPermission[] {
  const has = (name: string, path: string) =>
    allowed.some((permission) => permission.name === name && reaches(permission, path));
  return permissions.filter(
    ({ name, scope, cascade }) => !has(name, scope) || (cascade && !has(name, `${scope}/999999`)),
  );
}
