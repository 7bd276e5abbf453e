import { problems } from '#shared/problem.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { grantedPermissions } from '#server/auth/access-store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { mayChange } from '../../grant-rules.ts';
import { type Grant, loadGrants } from './grants.ts';
import { type UserRecord, userRecord } from './user-records.ts';

/**
 * The editor's rights as they are at this moment, and no change to them until the end of the transaction: who is
 * losing a role cannot give it away on the way out.
 */
export async function lockEditor(sql: Sql, caller: Caller): Promise<ScopedPermission[]> {
  await lockInOrder(sql, [caller.id]);
  return grantedPermissions(sql, caller.id);
}

export interface LockedUser {
  held: ScopedPermission[];
  record: UserRecord;
  grants: Grant[];
}

/** A user about to be changed, locked together with the editor; says nothing yet of being allowed to. */
export async function lockUserInSight(sql: Sql, caller: Caller, userId: string): Promise<LockedUser> {
  if (userId === caller.id) throw problems.forbidden();
  const found = await lockInOrder(sql, [caller.id, userId]);
  if (!found.includes(userId)) throw problems.notFound();
  const held = await grantedPermissions(sql, caller.id);
  return { held, record: await userRecord(sql, userId), grants: await loadGrants(sql, userId) };
}

/**
 * The same for an editor who manages the user. Refuses with 403: oneself, users of the other kind (domain or not),
 * users that the editor may not manage, and users who hold more than the editor.
 */
export async function lockUserToChange(sql: Sql, caller: Caller, userId: string): Promise<LockedUser> {
  const user = await lockUserInSight(sql, caller, userId);
  if (!mayManage(user.held, caller, user.record) || !mayChange(user.held, user.grants))
    throw problems.forbidden();
  return user;
}

/** Of the caller's own kind, and managed by the caller where the user belongs (docs/domain.md#users). */
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

/** Always in the order of their ids, so that two people who edit each other do not wait for ever. */
async function lockInOrder(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from app_user where user_id = any (${userIds as string[]}::uuid[])
    order by user_id for no key update`;
  return rows.map((row) => row.userId);
}
