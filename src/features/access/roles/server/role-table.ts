import type { TenantSql } from '#database/tenant.ts';
import type { Permission } from '#shared/permissions.ts';
import { raiseAccessVersions } from '#features/access/users/server/db/grants.ts';
import { portalApplication } from '#features/access/users/endpoints.ts';
import type { ListedRole, Role, RoleContent } from '../schemas.ts';

export interface StoredRole {
  roleId: string;
  companyId: number | null;
  name: string;
  description: string;
  permissions: Permission[];
  userCount: number;
  version: number;
}

/** Users with the role on organisations of the company. */
const userCount = (sql: TenantSql, companyId: number) => sql`
  (select count(distinct g.user_id) from role_grant g join organisation o on o.id = g.organisation_id
   where g.role_id = r.role_id and o.company_id = ${companyId})`;

export async function listRolesOf(
  sql: TenantSql,
  companyId: number,
  page: { offset: number; pageSize: number },
): Promise<{ rows: ListedRole[]; total: number }> {
  const matching = sql`
    from role r where r.application = ${portalApplication}
      and (r.company_id is null or r.company_id = ${companyId})`;
  const rows = await sql<ListedRole[]>`
    select r.role_id, r.name, r.description, r.company_id is null as is_standard, ${userCount(sql, companyId)} as user_count,
           (select count(*) from role_permission p where p.role_id = r.role_id) as permission_count
    ${matching} order by r.company_id is not null desc, lower(r.name), r.role_id
    limit ${page.pageSize} offset ${page.offset}`;
  const [counted] = await sql<{ total: number }[]>`select count(*) as total ${matching}`;
  return { rows, total: counted?.total ?? 0 };
}

/** A standard role or one of the company. `lock`: until the end of the transaction. */
export async function loadRole(
  sql: TenantSql,
  companyId: number,
  roleId: string,
  lock = false,
): Promise<StoredRole | undefined> {
  if (lock) await sql`select 1 from role where role_id = ${roleId} and company_id = ${companyId} for update`;
  const [row] = await sql<StoredRole[]>`
    select r.role_id, r.company_id, r.name, r.description, r.version, ${userCount(sql, companyId)} as user_count,
           array(select p.permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
    from role r
    where r.role_id = ${roleId} and r.application = ${portalApplication}
      and (r.company_id is null or r.company_id = ${companyId})`;
  return row;
}

/** The company's own roles, at most `maxRoles`. */
export function listOwnRoles(
  sql: TenantSql,
  companyId: number,
): Promise<Pick<StoredRole, 'roleId' | 'name' | 'description' | 'permissions'>[]> {
  return sql<Pick<StoredRole, 'roleId' | 'name' | 'description' | 'permissions'>[]>`
    select r.role_id, r.name, r.description,
           array(select p.permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
    from role r where r.company_id = ${companyId} and r.application = ${portalApplication}
    order by lower(r.name), r.role_id`;
}

export async function listStandardRoleIds(sql: TenantSql): Promise<string[]> {
  const rows = await sql<{ roleId: string }[]>`select role_id from role where company_id is null`;
  return rows.map(({ roleId }) => roleId);
}

/** The id of the company's own role with this name. */
export async function findOwnRole(
  sql: TenantSql,
  companyId: number,
  name: string,
): Promise<string | undefined> {
  const [row] = await sql<{ roleId: string }[]>`
    select role_id from role
    where company_id = ${companyId} and application = ${portalApplication} and lower(name) = lower(${name})`;
  return row?.roleId;
}

/** The first 100 users with the role on organisations at and below `path`. */
export function loadHolders(
  sql: TenantSql,
  { companyId, roleId, path }: { companyId: number; roleId: string; path: string },
): Promise<Role['holders']> {
  return sql<Role['holders']>`
    select u.user_id, u.given_name || ' ' || u.family_name as name, o.name as organisation_name
    from role_grant g
    join organisation o on o.id = g.organisation_id
    join app_user u on u.user_id = g.user_id
    where g.role_id = ${roleId} and o.company_id = ${companyId}
      and (o.path = ${path} or starts_with(o.path, ${path} || '/'))
    order by lower(u.family_name), lower(u.given_name), u.user_id, o.name limit 100`;
}

export async function hasRole(sql: TenantSql, userId: string, roleId: string): Promise<boolean> {
  const grants =
    await sql`select 1 from role_grant where user_id = ${userId} and role_id = ${roleId} limit 1`;
  return grants.length > 0;
}

/** The names of the company's other roles and of the standard ones. */
export async function listOtherNames(
  sql: TenantSql,
  { companyId, roleId }: { companyId: number; roleId: string },
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from role where role_id <> ${roleId} and (company_id is null or company_id = ${companyId})`;
  return rows.map(({ name }) => name);
}

export async function countRoles(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from role where company_id = ${companyId}`;
  return row?.count ?? 0;
}

/** False when a concurrent request has taken the name. */
export async function insertRole(
  sql: TenantSql,
  { companyId, roleId, content }: { companyId: number; roleId: string; content: RoleContent },
): Promise<boolean> {
  const inserted = await sql`
    insert into role (role_id, company_id, name, description, application)
    values (${roleId}, ${companyId}, ${content.name}, ${content.description}, ${portalApplication})
    on conflict do nothing returning 1`;
  if (inserted.length === 0) return false;
  await insertPermissions(sql, roleId, content.permissions);
  return true;
}

/** Every request of the holders reads the new permissions, because their access version rises. */
export async function updateRole(sql: TenantSql, roleId: string, content: RoleContent): Promise<void> {
  await sql`
    update role set name = ${content.name}, description = ${content.description}, version = version + 1
    where role_id = ${roleId}`;
  await sql`
    delete from role_permission
    where role_id = ${roleId} and permission <> all (${content.permissions as string[]}::text[])`;
  await insertPermissions(sql, roleId, content.permissions);
  await raiseAccessVersions(sql, roleId);
}

async function insertPermissions(sql: TenantSql, roleId: string, names: readonly string[]): Promise<void> {
  await sql`
    insert into role_permission (role_id, permission)
    select ${roleId}, unnest(${names as string[]}::text[]) on conflict do nothing`;
}

export async function deleteRoleRow(sql: TenantSql, roleId: string): Promise<void> {
  await sql`delete from role_permission where role_id = ${roleId}`;
  await sql`delete from role where role_id = ${roleId}`;
}
