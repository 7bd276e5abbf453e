import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

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
