import type { Fragment, Sql } from '#database/connection.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Permission } from '#shared/permissions.ts';

/** Both are required to see users (docs/domain.md#users). */
const viewPermissions: readonly Permission[] = ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'];

/**
 * FROM clause and conditions of the users at and below `path` that the caller may see: of the caller's own
 * kind (domain or not), in organisations where both permissions hold.
 */
export function visibleUsers(sql: Sql, caller: Caller, path: string): Fragment {
  const reached = viewPermissions.map((name) => {
    const grants = caller.held.filter((grant) => grant.name === name);
    return sql`and exists (
      select from unnest(${grants.map((grant) => grant.scope)}::text[], ${grants.map((grant) => String(grant.cascade))}::text[]::boolean[])
                  as reach (path, cascade)
      where o.path = reach.path
         or (reach.cascade and o.path > reach.path || '/' and o.path < reach.path || '0'))`;
  });
  return sql`
    from app_user u join organisation o on o.id = u.organisation_id
    where u.domain_user = ${caller.domainUser}
      and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
      ${reached}`;
}

/** The user `u` cannot sign in until they are unlocked. */
export const isLocked = (sql: Sql, now: Date): Fragment =>
  sql`(u.locked_reason is not null and (u.locked_until is null or u.locked_until > ${now}))`;
