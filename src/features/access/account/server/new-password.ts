import { endSessions } from '#server/auth/session-store.ts';
import { randomUUID } from 'node:crypto';
import { deleteChallenges } from '#features/access/second-factor/server/db/sign-in-challenge.ts';
import { forgetDevices } from '#features/access/second-factor/server/db/trusted-device.ts';
import { parseLocale } from '#shared/locales.ts';
import { problems } from '#shared/problem.ts';
import type { Sql } from '#database/connection.ts';
import {
  type PasswordCheck,
  failedPasswordChecks,
  passwordChecks,
} from '#features/access/session/password-policy.ts';
import { cancelAccountTokens } from '#server/auth/account-token.ts';
import type { Config } from '#server/config.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { isCommonPassword, hashPassword, verifyPassword } from '#server/auth/passwords.ts';

/** Earlier passwords that cannot be reused, the current one included (docs/domain.md#passwords). */
const historyLength = 4;

/** Checks every rule from the text alone. */
export async function checkPassword(
  candidate: string,
  username: string,
  config: Config,
): Promise<{ id: PasswordCheck; passed: boolean }[]> {
  const length = { min: config.passwordMinLength, max: config.passwordMaxLength };
  const failed = new Set(failedPasswordChecks(candidate, username, length));
  // Skips the lookup for texts far above the maximum length.
  if (candidate.length <= length.max && (await isCommonPassword(candidate))) failed.add('NOT_COMMON');
  return passwordChecks.map((id) => ({ id, passed: !failed.has(id) }));
}

interface Owner {
  userId: string;
  userName: string;
  givenName: string;
  passwordHash: string | null;
  locale: string;
}

/** Returns the hash to store. Throws password_not_good or password_invalid_history. */
export async function hashAcceptedPassword(
  sql: Sql,
  owner: Owner,
  candidate: string,
  config: Config,
): Promise<string> {
  const checks = await checkPassword(candidate, owner.userName, config);
  if (checks.some(({ passed }) => !passed)) throw problems.invalid('password_not_good');
  const earlier = await sql<{ hash: string }[]>`
    select password_hash as hash from password_history where user_id = ${owner.userId}
    order by history_id desc limit ${historyLength - 1}`;
  for (const hash of [owner.passwordHash, ...earlier.map((row) => row.hash)]) {
    if (hash !== null && (await verifyPassword(hash, candidate))) throw problems.passwordUsedBefore();
  }
  return hashPassword(candidate);
}

/**
 * Stores the new password: keeps the history, closes links, ends every session, lifts the locks in `unlocks`
 * and queues an email. Returns false, without a change, when the stored hash is not the one that was checked.
 */
export async function replacePassword(
  sql: Sql,
  owner: Owner,
  change: { hash: string; now: Date; ip: string; unlocks: readonly string[] },
): Promise<boolean> {
  const { userId } = owner;
  const replaced = await sql`
    update app_user set password_hash = ${change.hash}, password_changed_at = ${change.now},
      locked_until = case when locked_reason = any (${change.unlocks as string[]}) then null else locked_until end,
      locked_reason = case when locked_reason = any (${change.unlocks as string[]}) then null else locked_reason end
    where user_id = ${userId} and password_hash is not distinct from ${owner.passwordHash}
    returning 1`;
  if (replaced.length === 0) return false;
  if (owner.passwordHash !== null) {
    await sql`
      insert into password_history (user_id, password_hash, replaced_at)
      values (${userId}, ${owner.passwordHash}, ${change.now})`;
    await sql`
      delete from password_history where user_id = ${userId} and history_id not in (
        select history_id from password_history where user_id = ${userId}
        order by history_id desc limit ${historyLength - 1})`;
  }
  await cancelAccountTokens(sql, userId, change.now);
  await endSessions(sql, userId, 'all');
  await deleteChallenges(sql, userId);
  await forgetDevices(sql, userId);
  if (owner.passwordHash !== null) await notifyOwner(sql, owner, change);
  return true;
}

async function notifyOwner(sql: Sql, owner: Owner, change: { now: Date; ip: string }): Promise<void> {
  await queueMail(sql, {
    key: `passwordChanged:${randomUUID()}`,
    template: 'passwordChanged',
    to: owner.userName,
    locale: parseLocale(owner.locale),
    values: { name: owner.givenName, at: change.now.toISOString(), ip: change.ip },
    now: change.now,
  });
}
