import { problems } from '#shared/problem.ts';
import { type ScopedPermission, hasPermissionOn } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { mayChange } from '../grant-rules.ts';
import { type Grant, loadGrants } from './db/grants.ts';
import { type UserRecord, loadUserRecord } from './db/user-records.ts';

/**
 * The editor's current permissions, locked until the transaction ends. An editor who is losing a role cannot
 * give it away.
 */
export async function lockEditor(sql: Sql, caller: Caller): Promise<ScopedPermission[]> {
  await lockInOrder(sql, [caller.id]);
  return listGrantedPermissions(sql, caller.id);
}

export interface LockedUser {
  held: ScopedPermission[];
  record: UserRecord;
  grants: Grant[];
}

/** Locks a user together with the editor. It does not authorise a change. */
export async function lockUser(sql: Sql, caller: Caller, userId: string): Promise<LockedUser> {
  if (userId === caller.id) throw problems.forbidden();
  const found = await lockInOrder(sql, [caller.id, userId]);
  if (!found.includes(userId)) throw problems.notFound();
  const held = await listGrantedPermissions(sql, caller.id);
  return { held, record: await loadUserRecord(sql, userId), grants: await loadGrants(sql, userId) };
}

/**
 * The same for an editor who manages the user. Rejects with 403 the editor's own account, users of the other
 * kind (domain or not), users outside the editor's permissions, and users who hold more than the editor.
 */
export async function lockUserToChange(sql: Sql, caller: Caller, userId: string): Promise<LockedUser> {
  const user = await lockUser(sql, caller, userId);
  if (!mayManage(user.held, caller, user.record) || !mayChange(user.held, user.grants))
    throw problems.forbidden();
  return user;
}

/**
 * The user is of the caller's kind and in an organisation where the caller manages users
 * (docs/domain.md#users).
 */
export function mayManage(
  held: readonly ScopedPermission[],
  caller: Caller,
  record: Pick<UserRecord, 'domainUser' | 'path'>,
): boolean {
  if (record.domainUser !== caller.domainUser) return false;
  const permission = record.domainUser ? 'P_MANAGE_DOMAIN_PORTAL_USER' : 'P_MANAGE_PORTAL_USER';
  return (
    hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', record.path) &&
    hasPermissionOn(held, permission, record.path)
  );
}

/** Locks in the order of the ids, so that two users who edit each other do not deadlock. Returns the users that exist. */
export async function lockInOrder(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from app_user where user_id = any (${userIds as string[]}::uuid[])
    order by user_id for no key update`;
  return rows.map((row) => row.userId);
}
