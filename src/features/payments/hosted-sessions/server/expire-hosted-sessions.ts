import { inTenant } from '#database/tenant.ts';
import { attemptsAllowed, sessionIdleMs } from '../session-status.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';

const batch = 500;

/**
 * Stores the end of idle sessions: TERMINATED after their payment has ended, EXPIRED after half an hour without a
 * payer. session-status.ts returns the same status before the job runs.
 */
export const expireHostedSessions: Job = {
  name: 'expire-hosted-sessions',
  everySeconds: 60,
  ofCompany: {
    // A page that was opened at test time has its half hour from now.
    returnToRealTime: async (sql, companyId, realNow) => {
      await sql`
        update hosted_session set last_interaction = ${realNow}
        where company_id = ${companyId} and state in ('CREATED', 'STARTED') and last_interaction > ${realNow}`;
    },
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(last_interaction) + make_interval(secs => ${sessionIdleMs / 1000}) as at from hosted_session
      where state in ('CREATED', 'STARTED') and last_interaction > ${addMs(after, -sessionIdleMs)}`,
  },
  async run({ database, clock }) {
    const idleSince = addMs(clock.now(), -sessionIdleMs);
    const expireBatch = () =>
      inTenant(database, 'all-tenants', async (sql) => {
        const ended = await sql`
          update hosted_session s
          set state = case when due.status is null then 'EXPIRED'
                           when due.status = 'FAILED' and s.attempts < ${attemptsAllowed} then 'EXPIRED'
                           else 'TERMINATED' end
          from (
            select h.session_id, h.company_id, t.txn_status as status
            from hosted_session h
            left join txn t on t.txn_id = h.txn_id and t.company_id = h.company_id
            where h.state in ('CREATED', 'STARTED') and h.last_interaction <= ${idleSince}
              and coalesce(t.txn_status, '') not like 'SUSPENDED%'
            order by h.last_interaction limit ${batch} for update of h skip locked
          ) due
          where s.session_id = due.session_id and s.company_id = due.company_id
          returning 1`;
        return ended.length;
      });
    while ((await expireBatch()) === batch);
  },
};
