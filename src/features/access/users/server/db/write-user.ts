import { sqlState } from '#database/sql-state.ts';
import type { Locale } from '#shared/locales.ts';
import { userNameKey } from '#shared/user-name.ts';
import type { Sql } from '#database/connection.ts';
import { attemptsKey } from '#features/access/sign-in/server/sign-in-attempts.ts';
import { cancelAccountTokens } from '#server/auth/account-token.ts';
import { endSessions } from '#server/auth/session-store.ts';
import { clearAttempts } from '#server/auth/throttle.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { userNameTaken } from '../scim-problems.ts';
import type { UserNames, UserRecord } from './user-records.ts';

export interface UserChange {
  names: UserNames;
  active: boolean;
  membership: { id: number; path: string };
  isUnlocked: boolean;
  /** The user who makes the change, or whose token does; null: the operator. */
  changedBy: string | null;
}

/**
 * A higher access version makes the user's sessions reload their permissions. A new username opens the account to
 * another mailbox, so it ends the sessions and is mailed to both addresses.
 */
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
  const isIdentityChanged = isRenamed || (change.active && !record.active);
  await sql`
    update app_user set
      user_name = ${names.userName}, user_name_key = ${names.userNameKey},
      given_name = ${names.givenName}, family_name = ${names.familyName},
      active = ${change.active}, organisation_id = ${change.membership.id},
      former_user_name = ${isRenamed ? record.userName : record.formerUserName},
      identity_changed_by = case when ${isIdentityChanged} then ${change.changedBy} else identity_changed_by end,
      identity_changed_at = case when ${isIdentityChanged} then ${now}::timestamptz else identity_changed_at end,
      invited_at = ${isRenamed ? null : record.invitedAt},
      locked_reason = case when ${change.isUnlocked} then null else locked_reason end,
      locked_until = case when ${change.isUnlocked} then null else locked_until end,
      unlocked_at = case when ${change.isUnlocked} then ${now}::timestamptz else unlocked_at end,
      updated_at = ${now}, version = version + 1, access_version = access_version + 1
    where user_id = ${userId}`.catch(throwIfTaken);
  if (!change.active || isRenamed) await endSessions(sql, userId, 'all');
  if (isRenamed) await mailRename(sql, record, names, now);
  // Failed passwords are counted by name, so an unlock resets that counter.
  if (change.isUnlocked) {
    await clearAttempts(sql, attemptsKey(record.userName));
    await clearAttempts(sql, attemptsKey(record.userName, true));
  }
}

/** To both addresses, so that a rename does not go unnoticed. */
async function mailRename(sql: Sql, record: UserRecord, names: UserNames, now: Date): Promise<void> {
  const { userId, userName: oldUsername, version } = record;
  const [row] = await sql<{ locale: Locale }[]>`select locale from app_user where user_id = ${userId}`;
  for (const to of [oldUsername, names.userName]) {
    await queueMail(sql, {
      key: `username-change:${userId}:${version + 1}:${to}`,
      template: 'usernameChange',
      to,
      locale: row?.locale ?? 'en',
      values: { name: `${names.givenName} ${names.familyName}`, oldUsername, newUsername: names.userName },
      now,
    });
  }
}

/** Another request took the name after the check. */
function throwIfTaken(error: unknown): never {
  if (sqlState(error) === '23505') throw userNameTaken();
  throw error;
}
