import type { Permission } from '#shared/permissions.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { Caller } from '#server/auth/caller.ts';

/** Both, wherever users are seen at all (docs/domain.md#users). */
const seeing: readonly Permission[] = ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER'];

/**
 * From-clause and conditions of the users on and below `path` whom the caller may see: of the caller's own kind
 * (domain or not), in organisations where both permissions reach.
 */
export function visibleUsers(sql: Sql, caller: Caller, path: string): Fragment {
  const reached = seeing.map((name) => {
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
