import { PgBoss } from 'pg-boss';
import { DatabaseUnavailable, jobQueueError, jobQueuePool } from '#database/connection.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs the jobs on a queue in the database, so that several workers share them and a killed one's job is
 * taken over. Each job keeps exactly one successor queued: the next run, `everySeconds` later.
 */
export async function startWorker(services: Services, url: string, jobs: readonly Job[]): Promise<Worker> {
  const boss = new PgBoss(jobQueuePool(url));
  boss.on('error', (error) => {
    const known = jobQueueError(error);
    // Every poll fails while the database is away, and the pool has said so already.
    if (known instanceof DatabaseUnavailable) services.log.debug({ reason: known.message }, 'job queue');
    else services.log.error({ err: error }, 'job queue');
  });
  await boss.start().catch(async (error: unknown) => {
    await boss.stop({ graceful: false }).catch(() => {});
    throw jobQueueError(error);
  });
  for (const job of jobs) {
    // 'short': one waiting copy at most, whoever else sends it.
    await boss.createQueue(job.name, { policy: 'short', expireInSeconds: 120, retryLimit: 5, retryDelay: 2 });
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async () => {
      try {
        await job.run(services, async () => {
          await boss.send(job.name, {});
        });
      } finally {
        await boss.send(job.name, {}, { startAfter: job.everySeconds });
      }
    });
    await boss.send(job.name, {});
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 8000 }) };
}
