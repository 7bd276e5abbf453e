import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { parseLocale } from '#shared/locales.ts';
import { endSessions } from '#server/auth/session-store.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { countCodes, deleteCodes, deleteFactors, listFactors, lockFactors } from './db/second-factor.ts';
import { deleteChallenges } from './db/sign-in-challenge.ts';
import { forgetDevices } from './db/trusted-device.ts';

/** The factors of a user. */
interface FactorSummary {
  hasApp: boolean;
  passkeys: number;
  codesLeft: number;
}

export async function summariseFactors(sql: Sql, userId: string): Promise<FactorSummary> {
  const factors = await listFactors(sql, userId);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey').length;
  const { left: codesLeft } = await countCodes(sql, userId);
  return { hasApp: factors.length > passkeys, passkeys, codesLeft };
}

/**
 * Removes all factors, recovery codes and remembered devices of a user, ends their sessions and started sign-ins, and emails
 * them. The caller has authorised it. Returns what the user had; undefined without a factor.
 */
export async function resetFactors(
  sql: Sql,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<FactorSummary | undefined> {
  if ((await lockFactors(sql, userId)).length === 0) return undefined;
  const before = await summariseFactors(sql, userId);
  await deleteFactors(sql, userId);
  await deleteCodes(sql, userId);
  await forgetDevices(sql, userId);
  await deleteChallenges(sql, userId);
  await endSessions(sql, userId, 'all');
  const [user] = await sql<{ userName: string; givenName: string; locale: string }[]>`
    select user_name, given_name, locale from app_user where user_id = ${userId}`;
  if (!user) return before;
  await queueMail(sql, {
    key: `secondFactorReset:${randomUUID()}`,
    template: 'secondFactorReset',
    to: user.userName,
    locale: parseLocale(user.locale),
    values: { name: user.givenName, by, at: now.toISOString() },
    now,
  });
  return before;
}
