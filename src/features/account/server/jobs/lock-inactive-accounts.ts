import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';

/** Accounts that nobody has used for 90 days (--inactive-days) are locked until somebody asks for them. */
export const lockInactiveAccounts: Job = {
  name: 'lock-inactive-accounts',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    if (config.inactiveDays === 0) return;
    const now = clock.now();
    const since = addMs(now, -config.inactiveDays * dayMs);
    await database.begin(async (sql) => {
      const locked = await sql<{ userId: string; companyId: number | null }[]>`
        update app_user u set locked_reason = 'USER_INACTIVE_ACCOUNT', locked_until = null
        from organisation o
        where o.id = u.organisation_id and u.active and u.locked_reason is null
          and greatest(u.created_at, u.last_logon_at, u.unlocked_at) < ${since}
        returning u.user_id, o.company_id`;
      for (const { userId, companyId } of locked) {
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
          requestId: 'lock-inactive-accounts',
        });
      }
    });
  },
};
