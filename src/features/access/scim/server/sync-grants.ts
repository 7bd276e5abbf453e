import type { Problem } from '#shared/problem.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { TenantSql } from '#database/tenant.ts';
import { mayGrant } from '#features/access/users/grant-rules.ts';
import { type UserGrant, changeGrants } from '#features/access/users/server/db/grants.ts';
import { hasAdministrator } from './db/administrators.ts';
import { refusals } from './refuse.ts';

interface Sync {
  companyId: number;
  /** The users whose groups or group roles have changed. The caller has locked the company, then these users. */
  userIds: readonly string[];
  /** The current permissions of the user behind the change: the maker of a token, or the user of the settings. */
  holder: { permissions: readonly ScopedPermission[]; lacksRights: () => Problem };
  now: Date;
}

export interface SyncedGrants {
  granted: UserGrant[];
  revoked: UserGrant[];
}

/**
 * Gives the users the roles of their groups, and removes those that no group gives. Roles given by users stay. Throws
 * when the holder does not have a new role there, and when the company would be left without an administrator.
 */
export async function syncGrants(sql: TenantSql, sync: Sync): Promise<SyncedGrants> {
  const { companyId, now } = sync;
  const userIds = sync.userIds as string[];
  if (userIds.length === 0) return { granted: [], revoked: [] };
  const granted = await findMissingGrants(sql, companyId, userIds);
  const revoked = await findSurplusGrants(sql, companyId, userIds);
  if (granted.length === 0 && revoked.length === 0) return { granted, revoked };
  await requireRights(sql, granted, sync.holder);
  const company = await loadCompanyPath(sql, companyId);
  const hadAdministrator = revoked.length > 0 && (await hasAdministrator(sql, company));
  await changeGrants(sql, { granted, revoked, now });
  await sql`
    insert into scim_grant (company_id, user_id, role_id, organisation_id)
    select ${companyId}, g.user_id, g.role_id, g.organisation_id
    from unnest(${granted.map(({ userId }) => userId)}::uuid[], ${granted.map(({ roleId }) => roleId)}::text[],
                ${granted.map(({ organisationId }) => organisationId)}::integer[]) as g (user_id, role_id, organisation_id)
    on conflict do nothing`;
  if (hadAdministrator && !(await hasAdministrator(sql, company))) throw refusals.lastAdministrator();
  return { granted, revoked };
}

/** Roles of the groups that the users do not have, where their own organisation contains that of the role. */
function findMissingGrants(sql: TenantSql, companyId: number, userIds: string[]): Promise<UserGrant[]> {
  return sql<UserGrant[]>`
    select distinct m.user_id, r.role_id, r.organisation_id
    from scim_group_member m
    join scim_group_role r on r.company_id = m.company_id and r.group_id = m.group_id
    join app_user u on u.user_id = m.user_id
    join organisation own on own.id = u.organisation_id and own.company_id = m.company_id
    join organisation o on o.id = r.organisation_id and starts_with(o.path || '/', own.path || '/')
    where m.company_id = ${companyId} and m.user_id = any (${userIds}::uuid[])
      and not exists (select from role_grant g
                      where g.user_id = m.user_id and g.role_id = r.role_id and g.organisation_id = r.organisation_id)
    order by 1, 2, 3`;
}

function findSurplusGrants(sql: TenantSql, companyId: number, userIds: string[]): Promise<UserGrant[]> {
  return sql<UserGrant[]>`
    select s.user_id, s.role_id, s.organisation_id
    from scim_grant s
    where s.company_id = ${companyId} and s.user_id = any (${userIds}::uuid[])
      and not exists (
        select from scim_group_member m
        join scim_group_role r on r.company_id = m.company_id and r.group_id = m.group_id
        where m.company_id = s.company_id and m.user_id = s.user_id
          and r.role_id = s.role_id and r.organisation_id = s.organisation_id)
    order by 1, 2, 3`;
}

async function requireRights(
  sql: TenantSql,
  granted: readonly UserGrant[],
  { permissions, lacksRights }: Sync['holder'],
): Promise<void> {
  const assignments = [
    ...new Map(granted.map((grant) => [`${grant.roleId} ${grant.organisationId}`, grant])).values(),
  ];
  if (!(await mayGrantAll(sql, assignments, permissions))) throw lacksRights();
}

/** Whether a user with `held` may give each role on its organisation with cascade. */
export async function mayGrantAll(
  sql: TenantSql,
  assignments: readonly Pick<UserGrant, 'roleId' | 'organisationId'>[],
  held: readonly ScopedPermission[],
): Promise<boolean> {
  if (assignments.length === 0) return true;
  const grants = await sql<{ path: string; permissions: string[] }[]>`
    select o.path, array(select permission from role_permission p where p.role_id = c.role_id) as permissions
    from unnest(${assignments.map(({ roleId }) => roleId)}::text[],
                ${assignments.map(({ organisationId }) => organisationId)}::integer[]) as c (role_id, organisation_id)
    join organisation o on o.id = c.organisation_id`;
  return (
    grants.length === assignments.length &&
    grants.every((grant) => mayGrant(held, { ...grant, cascade: true }))
  );
}

async function loadCompanyPath(sql: TenantSql, id: number): Promise<{ id: number; path: string }> {
  const [row] = await sql<{ path: string }[]>`select path from organisation where id = ${id}`;
  if (!row) throw new Error(`company ${id} vanished`);
  return { id, path: row.path };
}
