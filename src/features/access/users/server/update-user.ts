import { problems } from '#shared/problem.ts';
import { userNameKey } from '#shared/user-name.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { mayUnlock } from '../account-state.ts';
import { updateUser as endpoint } from '../endpoints.ts';
import { updateUser as schemas } from '../schemas.ts';
import { reachesTree } from '../grant-rules.ts';
import { type Grant, loadGrants, grantKey, replaceGrants, resolveGrants } from './db/grants.ts';
import { type LockedUser, lockUserToChange } from './lock-users.ts';
import { invalidValue, versionMismatch } from './scim-problems.ts';
import { auditUser } from './user-audit.ts';
import {
  userNames,
  type UserRecord,
  lockReason,
  toScimUser,
  loadUserRecord,
  versionTag,
} from './db/user-records.ts';
import { type UserChange, writeUser } from './db/write-user.ts';

type UpdateContext = HandlerContext<typeof endpoint>;

/** Updates the version that was read, in one transaction. Without a difference nothing is written. */
export const updateUser = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, resource, body, now } = ctx;
  const user = await lockUserToChange(sql, caller, resource.userId);
  if (body.meta.version !== versionTag(user.record)) throw versionMismatch();
  const change: UserChange = {
    names: userNames(body),
    active: body.active,
    membership: await resolveMembership(ctx, user),
    isUnlocked: unlocks(ctx, user.record),
    changedBy: caller.id,
  };
  const requested = await resolveGrants(sql, user.held, body.entitlements, {
    membershipPath: change.membership.path,
    before: user.grants,
  });
  if (!differs(user, change, requested)) return toScimUser(user.record, user.grants, now);
  if (givesRoles(user, change, requested)) {
    const { organisationId } = user.record;
    await ctx.requireApproval(sql, {
      organisationId,
      objectId: user.record.userId,
      objectName: change.names.userName,
    });
  }
  await writeUser(sql, user.record, change, now);
  await replaceGrants(sql, user.record.userId, user.grants, requested);
  const after = {
    record: await loadUserRecord(sql, user.record.userId),
    grants: await loadGrants(sql, user.record.userId),
  };
  await auditUser(sql, ctx, 'updateUser', { before: user, after });
  return toScimUser(after.record, after.grants, now);
});

/** Only non-domain users can move, to an organisation whose whole subtree the editor manages. */
async function resolveMembership(
  { sql, caller, body }: UpdateContext,
  { held, record }: LockedUser,
): Promise<UserChange['membership']> {
  if (body.extraInfo?.domainUser !== undefined && body.extraInfo.domainUser !== record.domainUser)
    throw problems.forbidden();
  const id = body.extraInfo?.organisationId ?? record.organisationId;
  if (id === record.organisationId) return { id, path: record.path };
  const [row] = await sql<{ path: string; type: string }[]>`
    select path, type from organisation where id = ${id}`;
  const isOpen =
    row !== undefined &&
    !record.domainUser &&
    row.type !== 'DOMAIN' &&
    hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', row.path) &&
    hasPermissionOn(held, 'P_MANAGE_PORTAL_USER', row.path) &&
    reachesTree({ path: caller.organisation.path, held }, row.path);
  if (!isOpen) throw problems.forbidden();
  if (row.type === 'INSTALLATION') throw invalidValue();
  return { id, path: row.path };
}

/**
 * lockedReason null lifts the two locks of docs/domain.md#account-locks. Any other value than the stored one
 * is rejected.
 */
function unlocks({ body, now }: UpdateContext, record: UserRecord): boolean {
  const requestedReason = body.extraInfo?.lockedReason;
  const lock = lockReason(record, now);
  if (requestedReason === undefined || requestedReason === lock) return false;
  if (requestedReason !== null || !mayUnlock(lock)) throw invalidValue();
  return true;
}

/** Another mailbox, or an open account, gives another person the roles that the user has. */
function givesRoles(
  { record, grants }: LockedUser,
  change: UserChange,
  requested: readonly Grant[],
): boolean {
  const isOther = change.names.userNameKey !== userNameKey(record.userName);
  const isOpened = change.active && !record.active;
  return addsGrant(grants, requested) || (grants.length > 0 && (isOther || isOpened));
}

function addsGrant(grants: readonly Grant[], requested: readonly Grant[]): boolean {
  const before = new Set(grants.map(grantKey));
  return requested.some((grant) => !before.has(grantKey(grant)));
}

function differs({ record, grants }: LockedUser, change: UserChange, requested: readonly Grant[]): boolean {
  return (
    change.names.userName !== record.userName ||
    change.names.givenName !== record.givenName ||
    change.names.familyName !== record.familyName ||
    change.active !== record.active ||
    change.membership.id !== record.organisationId ||
    change.isUnlocked ||
    requested.length !== grants.length ||
    addsGrant(grants, requested)
  );
}
