import type { TenantSql } from '#database/tenant.ts';

/**
 * Whether the company has an active user who can manage its users and its security everywhere, and so let others in again
 * (docs/domain.md#provisioning).
 */
export async function hasAdministrator(
  sql: TenantSql,
  { id, path }: { id: number; path: string },
): Promise<boolean> {
  const rows = await sql`
    select u.user_id
    from app_user u
    join organisation own on own.id = u.organisation_id and own.company_id = ${id}
    join role_grant g on g.user_id = u.user_id and g.cascade
    join organisation o on o.id = g.organisation_id and starts_with(${path} || '/', o.path || '/')
    join role_permission p on p.role_id = g.role_id
    where u.active and not u.domain_user and p.permission in ('P_MANAGE_PORTAL_USER', 'P_MANAGE_SECURITY')
    group by u.user_id having count(distinct p.permission) = 2
    limit 1`;
  return rows.length > 0;
}
