import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { Job } from '#server/job.ts';
import { expireRequests, findRequest } from './approval-request-table.ts';
import { mailRequester } from './notify-approval.ts';

const batch = 100;

/** Ends requests that were not decided in time, each with its audit event and email. */
export const expireApprovals: Job = {
  name: 'expire-approvals',
  everySeconds: 30,
  ofCompany: {
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(ends_at) as at from approval_request where state = 'PENDING' and ends_at > ${after}`,
  },
  async run({ database, clock }) {
    const now = clock.now();
    await inTenant(database, 'all-tenants', async (sql) => {
      for (const { companyId, approvalId } of await expireRequests(sql, now, batch)) {
        const ended = await findRequest(sql, [companyId], approvalId);
        if (!ended) continue;
        await writeAuditEvent(sql, {
          at: now,
          companyId,
          organisationId: ended.organisationId,
          actorKind: 'system',
          actor: 'approvals',
          ip: '',
          userAgent: '',
          act: 'expireApproval',
          objectKind: 'approval',
          objectId: approvalId,
          outcome: 'allowed',
          detail: { action: ended.action, object: ended.objectId, requestedBy: ended.requestedBy },
          requestId: '',
        });
        await mailRequester(sql, ended, { state: 'Expired', by: '', now });
      }
    });
  },
};
