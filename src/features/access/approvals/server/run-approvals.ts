import { inTenant } from '#database/tenant.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { leaseApproved } from './approval-request-table.ts';
import { runApproved } from './run-approved.ts';

const batch = 32;
const leaseMs = 2 * minuteMs;

/** Runs approved requests whose process died before their result, or whose result was not known yet. */
export const runApprovals: Job = {
  name: 'run-approvals',
  everySeconds: 10,
  ofCompany: {
    waiting: [{ table: 'approval_request', column: 'run_at', open: "state = 'APPROVED'" }],
  },
  async run(services) {
    const now = services.clock.now();
    const until = addMs(now, leaseMs);
    const due = await inTenant(services.database, 'all-tenants', (sql) =>
      leaseApproved(sql, { now, until, limit: batch }),
    );
    for (const approval of due) {
      await runApproved(services, approval).catch((error: unknown) =>
        services.log.error({ err: error, approvalId: approval.approvalId }, 'approved request not run yet'),
      );
    }
  },
};
