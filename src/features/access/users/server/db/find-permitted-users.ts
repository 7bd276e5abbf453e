import type { TenantSql } from '#database/tenant.ts';
import type { Permission } from '#shared/permissions.ts';

/** Active users who hold a permission at an organisation, by name; at most a thousand. */
export async function findPermittedUsers(
  sql: TenantSql,
  path: string,
  permission: Permission,
  { withDomainUsers }: { withDomainUsers: boolean },
): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    select u.user_id as id, u.given_name || ' ' || u.family_name as name
    from app_user u
    where u.active ${withDomainUsers ? sql`` : sql`and not u.domain_user`} and exists (
      select from role_grant g
      join role_permission p on p.role_id = g.role_id and p.permission = ${permission}
      join organisation o on o.id = g.organisation_id
      where g.user_id = u.user_id and (o.path = ${path} or (g.cascade and starts_with(${path}, o.path || '/'))))
    order by 2, 1 limit 1000`;
}
