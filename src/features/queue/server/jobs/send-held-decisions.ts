import { inTenant } from '#database/tenant.ts';
import { secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { runConcurrently } from '#server/run-concurrently.ts';
import type { Services } from '#server/services.ts';
import { performAction } from '../act-on-tasks.ts';
import {
  type HeldDecision,
  delayDecision,
  endDecision,
  leaseDueDecisions,
  markSent,
  noteFailure,
} from '../db/held-decisions.ts';

const batch = 64;
const concurrency = 8;
/** The queue gives a run two minutes. The next run takes what is left. */
const maxRunMs = 60 * secondMs;
/** About a minute of another operation on the charge. */
const maxAttempts = 12;
const busySeconds = 5;

/**
 * Sends the decisions of review mode whose ten seconds are over (docs/domain.md#review-mode). Each is marked as sent in the
 * transaction that claims its task, so processes share the work and a killed one leaves it undone or done, never both.
 */
export const sendHeldDecisions: Job = {
  name: 'send-held-decisions',
  everySeconds: 1,
  async run(services) {
    const until = performance.now() + maxRunMs;
    for (let due = await lease(services); due.length > 0; due = await lease(services)) {
      await runConcurrently(
        concurrency,
        () => due.shift(),
        (held) => trySend(services, held),
      );
      if (performance.now() > until) break;
    }
  },
};

const lease = ({ database }: Services): Promise<HeldDecision[]> =>
  inTenant(database, 'all-tenants', (sql) => leaseDueDecisions(sql, batch));

/** When the database is unavailable, the lease expires and another run tries again. */
async function trySend(services: Services, held: HeldDecision): Promise<void> {
  const { decisionId } = held;
  const { taskId, txnId: transactionId } = held.task;
  try {
    const code = await send(services, held);
    services.log.info({ decisionId, taskId, transactionId, code }, 'held decision sent');
  } catch (error) {
    services.log.error({ err: error, decisionId, taskId, transactionId }, 'held decision not sent');
  }
}

async function send(services: Services, held: HeldDecision): Promise<string> {
  const { companyId, userId, userName: by, task, ip, requestId, attempts } = held;
  const own = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(services.database, [companyId], work);
  // Another reviewer, the clock or the merchant came first.
  if (task.status !== held.taskStatus) {
    await own((sql) => endDecision(sql, held, 'NOT_SENT'));
    return 'V020';
  }
  const code = await performAction(task, held.decision, {
    services,
    userId,
    by,
    comment: null,
    request: { id: requestId, ip },
    now: services.clock.now(),
    inTenant: own,
    inClaim: (sql) => markSent(sql, held),
  });
  if (code === 'S200') return code;
  const isBusy = (code === 'A125' || code === 'L100') && attempts < maxAttempts;
  await own(async (sql) => {
    // V020: undone, or changed since it was leased. The next run reads it once more.
    if (code === 'V020') await delayDecision(sql, held, 0);
    else if (isBusy) await delayDecision(sql, held, busySeconds);
    else if (!(await endDecision(sql, held, 'FAILED', code))) await noteFailure(sql, held, code);
  });
  return code;
}
