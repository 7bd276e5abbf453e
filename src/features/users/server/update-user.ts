import { endSessions } from '#server/auth/session-store.ts';
import { problems } from '#shared/problem.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { userNameKey } from '#shared/user-name.ts';
import type { Sql } from '#database/connection.ts';
import { attemptsKey } from '#features/session/server/sign-in/sign-in-attempts.ts';
import { cancelAccountTokens } from '#server/auth/account-token.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { clearAttempts } from '#server/auth/throttle.ts';
import { mayUnlock } from '../account-state.ts';
import { updateUser as endpoint } from '../endpoints.ts';
import { updateUser as schemas } from '../schemas.ts';
import { reachesTree } from '../grant-rules.ts';
import { type Grant, loadGrants, grantKey, replaceGrants } from './store/grants.ts';
import { type LockedUser, lockUserToChange } from './store/lock-users.ts';
import { invalidValue, versionMismatch, userNameTaken } from './store/scim-problems.ts';
import { auditUser } from './store/user-audit.ts';
import { type UserNames, userNames } from './store/user-names.ts';
import { type UserRecord, lockReason, toScimUser, userRecord, versionTag } from './store/user-records.ts';
import { resolveGrants } from './store/resolve-grants.ts';

type UpdateAsk = HandlerContext<typeof endpoint>;

/** Updates the version that was read, in one transaction. Without a difference nothing is written. */
export const updateUser = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, resource, body, now } = ctx;
  const user = await lockUserToChange(sql, caller, resource.userId ?? '');
  if (body.meta.version !== versionTag(user.record)) throw versionMismatch();
  const change: Change = {
    names: userNames(body),
    active: body.active,
    membership: await resolveMembership(ctx, user),
    isUnlocked: unlocks(ctx, user.record),
  };
  const requested = await resolveGrants(sql, user.held, body.entitlements, {
    membershipPath: change.membership.path,
    before: user.grants,
  });
  if (!differs(user, change, requested)) return toScimUser(user.record, user.grants, now);
  await write(sql, user.record, change, now);
  await replaceGrants(sql, user.record.userId, user.grants, requested);
  const after = {
    record: await userRecord(sql, user.record.userId),
    grants: await loadGrants(sql, user.record.userId),
  };
  await auditUser(sql, ctx, 'updateUser', { before: user, after });
  return toScimUser(after.record, after.grants, now);
});

interface Change {
  names: UserNames;
  active: boolean;
  membership: { id: number; path: string };
  isUnlocked: boolean;
}

/** Only non-domain users can move, to an organisation whose whole subtree the editor manages. */
async function resolveMembership(
  { sql, caller, body }: UpdateAsk,
  { held, record }: LockedUser,
): Promise<Change['membership']> {
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
function unlocks({ body, now }: UpdateAsk, record: UserRecord): boolean {
  const sent = body.extraInfo?.lockedReason;
  const lock = lockReason(record, now);
  if (sent === undefined || sent === lock) return false;
  if (sent !== null || !mayUnlock(lock)) throw invalidValue();
  return true;
}

function differs({ record, grants }: LockedUser, change: Change, requested: readonly Grant[]): boolean {
  const before = new Set(grants.map(grantKey));
  return (
    change.names.userName !== record.userName ||
    change.names.givenName !== record.givenName ||
    change.names.familyName !== record.familyName ||
    change.active !== record.active ||
    change.membership.id !== record.organisationId ||
    change.isUnlocked ||
    requested.length !== grants.length ||
    requested.some((grant) => !before.has(grantKey(grant)))
  );
}

/** A higher access version makes the user's sessions reload their permissions. */
async function write(sql: Sql, record: UserRecord, change: Change, now: Date): Promise<void> {
  const { names } = change;
  const { userId } = record;
  const isRenamed = names.userNameKey !== userNameKey(record.userName);
  if (isRenamed) {
    // A link sent to the old address must no longer open the account.
    await cancelAccountTokens(sql, userId, now);
  }
  const [taken] = isRenamed
    ? await sql`select 1 from app_user where user_name_key = ${names.userNameKey} and user_id <> ${userId}`
    : [];
  if (taken) throw userNameTaken();
  await sql`
    update app_user set
      user_name = ${names.userName}, user_name_key = ${names.userNameKey},
      given_name = ${names.givenName}, family_name = ${names.familyName},
      active = ${change.active}, organisation_id = ${change.membership.id},
      former_user_name = ${isRenamed ? formerName(record, names) : record.formerUserName},
      invited_at = ${isRenamed ? null : record.invitedAt},
      locked_reason = case when ${change.isUnlocked} then null else locked_reason end,
      locked_until = case when ${change.isUnlocked} then null else locked_until end,
      unlocked_at = case when ${change.isUnlocked} then ${now}::timestamptz else unlocked_at end,
      updated_at = ${now}, version = version + 1, access_version = access_version + 1
    where user_id = ${userId}`.catch(asTaken);
  if (!change.active) await endSessions(sql, userId, 'all');
  // Failed passwords are counted by name, so an unlock resets that counter.
  if (change.isUnlocked) {
    await clearAttempts(sql, attemptsKey(record.userName));
    await clearAttempts(sql, attemptsKey(record.userName, true));
  }
}

/** The last name that was emailed; null when the user gets it back. */
function formerName(record: UserRecord, names: UserNames): string | null {
  const known = record.formerUserName ?? record.userName;
  return userNameKey(known) === names.userNameKey ? null : known;
}

/** Another request took the name after the check. */
function asTaken(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw userNameTaken();
  throw error;
}
