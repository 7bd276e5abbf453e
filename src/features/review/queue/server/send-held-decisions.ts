import { inTenant } from '#database/tenant.ts';
import { type Job, runDueWork } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { performAction } from './act-on-tasks.ts';
import {
  type HeldDecision,
  delayDecision,
  endDecision,
  leaseDueDecisions,
  markSent,
  recordFailure,
} from './db/held-decisions.ts';

/** About a minute of another operation on the charge. */
const maxAttempts = 12;
const busySeconds = 5;

/**
 * Sends the decisions of review mode whose ten seconds have passed (docs/domain.md#review-mode). Each is marked as
 * sent in the transaction that claims its task, so processes share the work, and a killed process leaves a decision
 * either undone or done.
 */
export const sendHeldDecisions: Job = {
  name: 'send-held-decisions',
  everySeconds: 1,
  ofCompany: {},
  run: (services) =>
    runDueWork({
      lease: (limit) => lease(services, limit),
      run: (decision) => trySend(services, decision),
    }),
};

const lease = ({ database }: Services, limit: number): Promise<HeldDecision[]> =>
  inTenant(database, 'all-tenants', (sql) => leaseDueDecisions(sql, limit));

/** When the database is unavailable, the lease expires and another run tries again. */
async function trySend(services: Services, heldDecision: HeldDecision): Promise<void> {
  const { decisionId } = heldDecision;
  const { taskId, txnId: transactionId } = heldDecision.task;
  try {
    const code = await send(services, heldDecision);
    services.log.info({ decisionId, taskId, transactionId, code }, 'held decision sent');
  } catch (error) {
    services.log.error({ err: error, decisionId, taskId, transactionId }, 'held decision not sent');
  }
}

async function send(services: Services, heldDecision: HeldDecision): Promise<string> {
  const { companyId, userId, userName: by, task, ip, requestId, attempts } = heldDecision;
  const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(services.database, [companyId], work);
  // Another reviewer, the clock or the merchant came first.
  if (task.status !== heldDecision.taskStatus) {
    await inCompany((sql) => endDecision(sql, heldDecision, 'NOT_SENT'));
    return 'V020';
  }
  const code = await performAction(task, heldDecision.decision, {
    services,
    userId,
    by,
    comment: null,
    request: { id: requestId, ip },
    now: services.clock.now(),
    inTenant: inCompany,
    inClaim: (sql) => markSent(sql, heldDecision),
  });
  if (code === 'S200') return code;
  const isBusy = (code === 'A125' || code === 'L100') && attempts < maxAttempts;
  await inCompany(async (sql) => {
    // V020: undone, or changed since it was leased. The next run reads it once more.
    if (code === 'V020') await delayDecision(sql, heldDecision, 0);
    else if (isBusy) await delayDecision(sql, heldDecision, busySeconds);
    else if (!(await endDecision(sql, heldDecision, 'FAILED', code)))
      await recordFailure(sql, heldDecision, code);
  });
  return code;
}
