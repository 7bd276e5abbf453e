import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

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
