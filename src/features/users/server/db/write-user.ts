import { userNameKey } from '#shared/user-name.ts';
import type { Sql } from '#database/connection.ts';
import { attemptsKey } from '#features/session/server/sign-in/sign-in-attempts.ts';
import { cancelAccountTokens } from '#server/auth/account-token.ts';
import { endSessions } from '#server/auth/session-store.ts';
import { clearAttempts } from '#server/auth/throttle.ts';
import { userNameTaken } from '../scim-problems.ts';
import type { UserNames } from './user-names.ts';
import type { UserRecord } from './user-records.ts';

export interface UserChange {
  names: UserNames;
  active: boolean;
  membership: { id: number; path: string };
  isUnlocked: boolean;
}

/** A higher access version makes the user's sessions reload their permissions. */
export async function writeUser(sql: Sql, record: UserRecord, change: UserChange, now: Date): Promise<void> {
  const { names } = change;
  const { userId } = record;
  const isRenamed = names.userNameKey !== userNameKey(record.userName);
  if (isRenamed) {
    // A link sent to the old address must no longer open the account.
    await cancelAccountTokens(sql, userId, now);
  }
  const [existing] = isRenamed
    ? await sql`select 1 from app_user where user_name_key = ${names.userNameKey} and user_id <> ${userId}`
    : [];
  if (existing) throw userNameTaken();
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
    where user_id = ${userId}`.catch(throwIfTaken);
  if (!change.active) await endSessions(sql, userId, 'all');
  // Failed passwords are counted by name, so an unlock resets that counter.
  if (change.isUnlocked) {
    await clearAttempts(sql, attemptsKey(record.userName));
    await clearAttempts(sql, attemptsKey(record.userName, true));
  }
}

/** The last name that was emailed; null when the user gets it back. */
function formerName(record: UserRecord, names: UserNames): string | null {
  const originalName = record.formerUserName ?? record.userName;
  return userNameKey(originalName) === names.userNameKey ? null : originalName;
}

/** Another request took the name after the check. */
function throwIfTaken(error: unknown): never {
  if ((error as { code?: string }).code === '23505') throw userNameTaken();
  throw error;
}
