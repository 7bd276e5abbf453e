import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import type { CoreServices } from '../core-services.ts';
import { type Caller, loadTenantIds } from './caller.ts';

/** A caller without the session that sent the request. */
type UserCaller = Omit<Caller, 'session'>;

/** Paths of organisations may be a minute old. */
const maxAgeMs = 60_000;

/**
 * The user with the permissions of an access version, from memory if it has them. Every request reads that version with its
 * session, so permissions are never stale.
 */
export async function loadUserCaller(
  { database, state }: Pick<CoreServices, 'database' | 'state'>,
  userId: string,
  version: number,
  nowMs: number,
): Promise<UserCaller> {
  const { caller } = await state.permissions.get(userId, { version, nowMs, maxAgeMs }, async () => ({
    version,
    caller: await loadUser(database, userId),
  }));
  return caller;
}

async function loadUser(sql: Sql, userId: string): Promise<UserCaller> {
  const [user] = await sql<UserRow[]>`
    select u.user_id, u.given_name, u.family_name,
           u.domain_user, o.id as organisation_id, o.name as organisation_name, o.path
    from app_user u join organisation o on o.id = u.organisation_id
    where u.user_id = ${userId}`;
  if (!user) throw new Error(`user ${userId} vanished`);
  const held = await listGrantedPermissions(sql, userId);
  return {
    kind: 'user',
    id: user.userId,
    name: `${user.givenName} ${user.familyName}`,
    organisation: { id: user.organisationId, name: user.organisationName, path: user.path },
    domainUser: user.domainUser,
    held,
    tenantIds: await loadTenantIds(sql, [...new Set([user.path, ...held.map((grant) => grant.scope)])]),
  };
}

interface UserRow {
  userId: string;
  givenName: string;
  familyName: string;
  domainUser: boolean;
  organisationId: number;
  organisationName: string;
  path: string;
}

/**
 * Expands roles granted on organisations to scoped permissions (docs/domain.md#permissions). An inactive user has
 * none.
 */
export async function listGrantedPermissions(sql: Sql, userId: string): Promise<ScopedPermission[]> {
  const rows = await sql<ScopedPermission[]>`
    select distinct p.permission as name, o.path as scope, g.cascade
    from role_grant g
    join role_permission p on p.role_id = g.role_id
    join organisation o on o.id = g.organisation_id
    join app_user u on u.user_id = g.user_id and u.active
    where g.user_id = ${userId}
    order by 1, 2, 3`;
  return rows.map((row) => ({ name: row.name, scope: row.scope, cascade: row.cascade }));
}
