import { inTenant } from '#database/tenant.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { type Job, runDueWork } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { decideTask } from './decide-task.ts';
import { releaseTask } from './db/change-tasks.ts';
import { type TaskToDecide, leaseDueTasks, nextDueTask } from './db/claim-task.ts';
import { delayTask, refuseTask } from './db/settle-task.ts';

/** Other processes don't get leased tasks for this long. The claim, not the lease, prevents double captures. */
const leaseMs = 5 * minuteMs;

/**
 * Captures or declines every deferred transaction whose deferral has ended (docs/domain.md#deferral). Processes share the
 * work: each task is claimed in the transaction that stores its capture or release. The sweeper settles what a killed
 * process had sent.
 */
export const decideDueDeferrals: Job = {
  name: 'decide-due-deferrals',
  everySeconds: 30,
  ofCompany: {
    nextDue: nextDueTask,
  },
  run: (services) =>
    runDueWork({
      lease: (limit) => lease(services, limit),
      run: (task) => tryOne(services, task),
    }),
};

function lease({ database, clock }: Services, limit: number): Promise<TaskToDecide[]> {
  const now = clock.now();
  return inTenant(database, 'all-tenants', (sql) =>
    leaseDueTasks(sql, { now, until: addMs(now, leaseMs), limit }),
  );
}

/** When the database is unavailable, the lease expires and another run tries again. */
async function tryOne(services: Services, task: TaskToDecide): Promise<void> {
  const { taskId, txnId: transactionId } = task;
  try {
    const code = await decideByClock(services, task);
    if (code !== undefined)
      services.log.info({ taskId, transactionId, code }, 'deferral decided by the clock');
  } catch (error) {
    services.log.error({ err: error, taskId, transactionId }, 'deferral not decided');
  }
}

/**
 * A reviewer's reject that failed is repeated and never captured. A capture or release is recorded by its settlement. A refusal stored nothing, so it is recorded here. Undefined when
 * another process or a reviewer has decided the task.
 */
async function decideByClock(services: Services, task: TaskToDecide): Promise<string | undefined> {
  const { companyId, finalAction, wasDeferredByMerchant } = task;
  const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(services.database, [companyId], work);
  const now = services.clock.now();
  const accepts = finalAction === 'capture';
  if (accepts && wasDeferredByMerchant) {
    await inCompany((sql) => releaseTask(sql, task, { by: 'system', comment: null, now }));
    return 'S100';
  }
  const decision = accepts ? 'accept' : 'reject';
  const result = await decideTask(services, task, {
    decision,
    by: 'system',
    expires: finalAction === 'decline',
  });
  if (!result.ok) return undefined;
  const code = result.value;
  if (code === 'A125' || code === 'L100') await inCompany((sql) => delayTask(sql, task, now));
  // Settled and pending operations have raised the version: this records refusals only.
  else await inCompany((sql) => refuseTask(sql, task, code, now));
  return code;
}
