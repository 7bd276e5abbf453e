import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { parseLocale } from '#shared/locales.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

/** A change of a user's sign-in, or a rare use of it. */
export type SignInEvent =
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed';

/** Emails the user. `object`: the name of a passkey, or how many codes are left. */
export async function notifyOwner(
  sql: Sql,
  event: SignInEvent,
  { userId, ip, now, object = '' }: { userId: string; ip: string; now: Date; object?: string },
): Promise<void> {
  const [owner] = await sql<{ userName: string; givenName: string; locale: string }[]>`
    select user_name, given_name, locale from app_user where user_id = ${userId}`;
  if (!owner) return;
  await queueMail(sql, {
    key: `${event}:${randomUUID()}`,
    template: event,
    to: owner.userName,
    locale: parseLocale(owner.locale),
    values: { name: owner.givenName, object, at: now.toISOString(), ip },
    now,
  });
}
