import type { KeyRing } from '#server/keys.ts';
import type { Database } from '#database/connection.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { issueAccountToken, tokenSecret } from '#server/auth/account-token.ts';
import { findUserByName } from '#server/auth/app-user.ts';
import { mayResetByMail } from './account-jobs.ts';

interface PasswordLink {
  userName: string;
  operator: string;
  now: Date;
}

/**
 * The path of a one-time link to set a new password, for the operator of a system without a mail server. Audited. Replaces an
 * earlier link. Undefined for unknown users and those who may not reset their password.
 */
export async function createPasswordLink(
  database: Database,
  ring: KeyRing,
  { userName, operator, now }: PasswordLink,
): Promise<string | undefined> {
  return database.begin(async (sql) => {
    const user = await findUserByName(sql, userName);
    if (!user || !mayResetByMail(user)) return undefined;
    const { userId } = user;
    const tokenId = await issueAccountToken(sql, { purpose: 'password-reset', userId, now });
    await writeAuditEvent(sql, {
      at: now,
      companyId: user.companyId,
      actorKind: 'system',
      actor: `operator: ${operator}`,
      ip: '',
      userAgent: '',
      act: 'createPasswordLink',
      objectKind: 'user',
      objectId: userId,
      outcome: 'allowed',
      requestId: '',
    });
    return `/password/${tokenSecret(ring, tokenId)}`;
  });
}
