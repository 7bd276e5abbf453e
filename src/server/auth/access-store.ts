import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { type Caller, loadTenantIds } from './caller.ts';

/** A user's permissions at one access version, shared by the user's sessions in this process. */
interface Access {
  version: number;
  loadedAt: number;
  caller: Omit<Caller, 'session'>;
}

/**
 * Permissions are never stale: an entry is used only while access_version, which every request reads with the session,
 * is unchanged. Paths of organisations may be a minute old.
 */
const cache = new WeakMap<object, Map<string, Access>>();
const maxAgeMs = 60_000;
const maxEntries = 10_000;

/** The caller of a session. `owner` is the connection pool, which separates databases in tests. */
export async function userCaller(
  owner: object,
  sql: Sql,
  userId: string,
  version: number,
  nowMs: number,
): Promise<Omit<Caller, 'session'>> {
  const entries = cache.get(owner) ?? new Map<string, Access>();
  cache.set(owner, entries);
  const known = entries.get(userId);
  if (known && known.version === version && Math.abs(nowMs - known.loadedAt) < maxAgeMs) return known.caller;
  const caller = await loadUser(sql, userId);
  if (entries.size >= maxEntries) entries.clear();
  entries.set(userId, { version, loadedAt: nowMs, caller });
  return caller;
}

async function loadUser(sql: Sql, userId: string): Promise<Omit<Caller, 'session'>> {
  const [user] = await sql<UserRow[]>`
    select u.user_id, u.given_name, u.family_name,
           u.domain_user, o.id as organisation_id, o.name as organisation_name, o.path
    from app_user u join organisation o on o.id = u.organisation_id
    where u.user_id = ${userId}`;
  if (!user) throw new Error(`user ${userId} vanished`);
  const held = await grantedPermissions(sql, userId);
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

/** Expands roles granted on organisations to scoped permissions (docs/domain.md#permissions). */
export async function grantedPermissions(sql: Sql, userId: string): Promise<ScopedPermission[]> {
  const rows = await sql<ScopedPermission[]>`
    select distinct p.permission as name, o.path as scope, g.cascade
    from role_grant g
    join role_permission p on p.role_id = g.role_id
    join organisation o on o.id = g.organisation_id
    where g.user_id = ${userId}
    order by 1, 2, 3`;
  return rows.map((row) => ({ name: row.name, scope: row.scope, cascade: row.cascade }));
}
