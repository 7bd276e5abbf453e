import { parseLocale } from '#shared/locales.ts';
import type { Sql } from '#database/connection.ts';
import { findUserByName } from '#server/auth/app-user.ts';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { issueAccountToken, deleteOldTokens } from '#server/auth/account-token.ts';
import type { Job } from '#server/job.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { deleteOldDevices } from '#features/access/sign-in/server/known-device.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, dayMs } from '#server/clock.ts';

/** Accounts that an administrator or inactivity locked can only be unlocked by an administrator. */
export function mayResetByMail(user: { active: boolean; lockedReason: string | null }): boolean {
  const { active, lockedReason } = user;
  return (
    active &&
    (lockedReason === null || lockedReason === 'MAX_PASSWORD_ATTEMPTS' || mustChangePassword(lockedReason))
  );
}

/** Looks up the requested usernames and queues the emails. Unknown usernames are dropped. */
export const processResetRequests: Job = {
  name: 'answer-reset-requests',
  everySeconds: 2,
  async run({ database, clock }) {
    for (let more = true; more;) {
      more = await database.begin((sql) => processRequest(sql, clock.now()));
    }
  },
};

/** Deletes one request and queues its email in one transaction. */
async function processRequest(sql: Sql, now: Date): Promise<boolean> {
  const [request] = await sql<{ requestId: string; userNameKey: string }[]>`
    delete from reset_request where request_id = (
      select request_id from reset_request order by requested_at limit 1 for update skip locked)
    returning request_id, user_name_key`;
  if (!request) return false;
  const user = await findUserByName(sql, request.userNameKey);
  if (!user || !mayResetByMail(user)) return true;
  const tokenId = await issueAccountToken(sql, { purpose: 'password-reset', userId: user.userId, now });
  await queueMail(sql, {
    key: `passwordReset:${request.requestId}`,
    template: 'passwordReset',
    to: user.userName,
    locale: parseLocale(user.locale),
    values: { name: user.givenName, tokenId },
    now,
  });
  return true;
}

/** Closed links and browsers unused for a year are rejected already; this frees their rows. */
export const deleteOldLinks: Job = {
  name: 'delete-old-links',
  everySeconds: 3600,
  async run({ database, clock }) {
    const now = clock.now();
    await deleteOldTokens(database, now);
    await deleteOldDevices(database, now);
  },
};

/** Locks accounts unused for 90 days (--inactive-days). */
export const lockInactiveAccounts: Job = {
  name: 'lock-inactive-accounts',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    if (config.inactiveDays === 0) return;
    const now = clock.now();
    const since = addMs(now, -config.inactiveDays * dayMs);
    await database.begin(async (sql) => {
      const locked = await sql<{ userId: string; companyId: number | null; displayName: string }[]>`
        update app_user u set locked_reason = 'USER_INACTIVE_ACCOUNT', locked_until = null
        from organisation o
        where o.id = u.organisation_id and u.active and u.locked_reason is null
          and greatest(u.created_at, u.last_logon_at, u.unlocked_at) < ${since}
        returning u.user_id, o.company_id, u.given_name || ' ' || u.family_name as display_name`;
      for (const { userId, companyId, displayName } of locked) {
        await writeAuditEvent(sql, {
          at: now,
          companyId,
          actorKind: 'system',
          actor: 'lock-inactive-accounts',
          ip: '',
          act: 'lockInactiveAccount',
          objectKind: 'user',
          objectId: userId,
          outcome: 'allowed',
          // The audit names the user.
          detail: { displayName },
          requestId: 'lock-inactive-accounts',
        });
      }
    });
  },
};
