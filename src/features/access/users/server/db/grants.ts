import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { covers } from '#shared/org-path.ts';
import { problems } from '#shared/problem.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { portalApplication } from '../../endpoints.ts';
import { mayGrant } from '../../grant-rules.ts';
import { invalidValue } from '../scim-problems.ts';

/** A role of a user on an organisation, with its permissions. */
export interface Grant {
  roleId: string;
  roleName: string;
  permissions: string[];
  organisationId: number;
  organisationName: string;
  path: string;
  cascade: boolean;
}

interface RoleRow {
  id: string;
  /** Null: a standard role. */
  companyId: number | null;
  name: string;
  description: string;
  tags: string[];
  permissions: string[];
}

export async function loadGrants(sql: Sql, userId: string): Promise<Grant[]> {
  return sql<Grant[]>`
    select r.role_id, r.name as role_name, o.id as organisation_id,
           o.name as organisation_name, o.path, g.cascade,
           array(select permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
    from role_grant g
    join role r on r.role_id = g.role_id
    join organisation o on o.id = g.organisation_id
    where g.user_id = ${userId}
    order by r.name, r.role_id, o.path`;
}

export async function loadRolesFor(sql: Sql, application: string): Promise<RoleRow[]> {
  return sql<RoleRow[]>`
    select r.role_id as id, r.company_id, r.name, r.description, r.tags,
           array(select permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
    from role r where r.application = ${application}
    order by r.name, r.role_id`;
}

/** Replaces the user's grants. New ones cascade. */
export async function replaceGrants(
  sql: Sql,
  userId: string,
  before: readonly Grant[],
  requested: readonly Grant[],
): Promise<void> {
  const requestedKeys = new Set(requested.map(grantKey));
  const previousKeys = new Set(before.map(grantKey));
  const removed = before.filter((grant) => !requestedKeys.has(grantKey(grant)));
  const added = requested.filter((grant) => !previousKeys.has(grantKey(grant)));
  if (removed.length > 0) {
    await sql`
      delete from role_grant g
      using unnest(${removed.map((grant) => grant.roleId)}::text[], ${removed.map((grant) => grant.organisationId)}::integer[])
            as old (role_id, organisation_id)
      where g.user_id = ${userId} and g.role_id = old.role_id and g.organisation_id = old.organisation_id`;
  }
  if (added.length > 0) {
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      select ${userId}, role_id, organisation_id, true
      from unnest(${added.map((grant) => grant.roleId)}::text[], ${added.map((grant) => grant.organisationId)}::integer[])
           as new (role_id, organisation_id)`;
  }
}

export const grantKey = (grant: Pick<Grant, 'roleId' | 'organisationId'>): string =>
  `${grant.organisationId}:${grant.roleId}`;

/** A role of a user on an organisation. */
export interface UserGrant {
  userId: string;
  roleId: string;
  organisationId: number;
}

/**
 * Gives and takes roles of many users at once. New grants cascade. Sessions of the users read their permissions again. The
 * caller has locked the users.
 */
export async function changeGrants(
  sql: TenantSql,
  { granted, revoked, now }: { granted: readonly UserGrant[]; revoked: readonly UserGrant[]; now: Date },
): Promise<void> {
  if (revoked.length > 0) {
    await sql`
      delete from role_grant g using ${unnested(sql, revoked)}
      where g.user_id = c.user_id and g.role_id = c.role_id and g.organisation_id = c.organisation_id`;
  }
  if (granted.length > 0) {
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      select c.user_id, c.role_id, c.organisation_id, true from ${unnested(sql, granted)}
      on conflict do nothing`;
  }
  const users = [...new Set([...granted, ...revoked].map(({ userId }) => userId))];
  if (users.length === 0) return;
  await sql`
    update app_user set version = version + 1, access_version = access_version + 1, updated_at = ${now}
    where user_id = any (${users}::uuid[])`;
}

const unnested = (sql: TenantSql, grants: readonly UserGrant[]) => sql`
  unnest(${grants.map(({ userId }) => userId)}::uuid[], ${grants.map(({ roleId }) => roleId)}::text[],
         ${grants.map(({ organisationId }) => organisationId)}::integer[]) as c (user_id, role_id, organisation_id)`;

/**
 * Makes every process read the access of users again who belong to one of the organisations or have a role there, or below
 * `path`. Call it in the transaction that changes the tree.
 */
export async function raiseAccess(
  sql: TenantSql,
  { organisations, path }: { organisations: readonly number[]; path: string },
): Promise<void> {
  await sql`
    update app_user set access_version = access_version + 1
    where user_id in (
      select u.user_id from app_user u join organisation o on o.id = u.organisation_id
      where o.id = any (${organisations as number[]}) or o.path = ${path}
         or (o.path > ${path} || '/' and o.path < ${path} || '0')
      union
      select g.user_id from role_grant g join organisation o on o.id = g.organisation_id
      where o.id = any (${organisations as number[]}) or o.path = ${path}
         or (o.path > ${path} || '/' and o.path < ${path} || '0'))`;
}

/** The same for one user, whose grants have changed. */
export async function raiseAccessOf(sql: Sql, userId: string): Promise<void> {
  await sql`
    update app_user set access_version = access_version + 1, version = version + 1 where user_id = ${userId}`;
}

/** Makes the next request of every user with the role read its permissions again. Locks the users in the order of their ids. */
export async function raiseAccessVersions(sql: Sql, roleId: string): Promise<void> {
  await sql`
    update app_user u set access_version = access_version + 1
    from (
      select user_id from app_user
      where user_id in (select g.user_id from role_grant g where g.role_id = ${roleId})
      order by user_id for no key update
    ) holder
    where u.user_id = holder.user_id`;
}

interface Entitlement {
  /** Role id. */
  value: string;
  /** Organisation id. */
  type: string;
}

/**
 * Resolves entitlements to grants. New ones cascade, existing ones stay as they are. Rejects with 403 what
 * the editor cannot give or see, and with SCIM12 unknown roles and organisations outside the user's
 * membership (docs/domain.md#users).
 */
export async function resolveGrants(
  sql: Sql,
  held: readonly ScopedPermission[],
  entitlements: readonly Entitlement[],
  user: { membershipPath: string; before: readonly Grant[] },
): Promise<Grant[]> {
  if (entitlements.length === 0) return [];
  const roles = new Map((await loadRolesFor(sql, portalApplication)).map((role) => [role.id, role]));
  const units = await findNamedOrganisations(sql, entitlements);
  const before = new Map(user.before.map((grant) => [grantKey(grant), grant]));
  const requested = new Map<string, Grant>();
  for (const entitlement of entitlements) {
    const role = roles.get(entitlement.value);
    if (!role) throw invalidValue();
    const unit = units.get(Number(entitlement.type));
    // Unknown organisations and those out of reach get the same response.
    if (!unit) throw problems.forbidden();
    // The same response as for a role that does not exist.
    if (role.companyId !== null && role.companyId !== unit.companyId) throw invalidValue();
    const key = grantKey({ roleId: role.id, organisationId: unit.organisationId });
    const cascade = before.get(key)?.cascade ?? true;
    const { companyId: _company, ...place } = unit;
    const grant = { roleId: role.id, roleName: role.name, permissions: role.permissions, ...place, cascade };
    if (!mayGrant(held, grant)) throw problems.forbidden();
    if (!covers(user.membershipPath, unit.path)) throw invalidValue();
    requested.set(key, grant);
  }
  return [...requested.values()];
}

type Unit = Pick<Grant, 'organisationId' | 'organisationName' | 'path'> & { companyId: number | null };

async function findNamedOrganisations(
  sql: Sql,
  entitlements: readonly Entitlement[],
): Promise<Map<number, Unit>> {
  const ids = [...new Set(entitlements.map(({ type }) => type))]
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  const rows = await sql<Unit[]>`
    select id as organisation_id, name as organisation_name, path, company_id
    from organisation where id = any (${ids}::integer[]) and type <> 'INSTALLATION'`;
  return new Map(rows.map((row) => [row.organisationId, row]));
}
