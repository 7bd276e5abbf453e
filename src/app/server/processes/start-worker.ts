import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import {
  DatabaseUnavailable,
  applicationRole,
  jobQueueError,
  jobQueuePool,
  openDatabase,
} from '#database/open-database.ts';
import { secondMs } from '#server/clock.ts';
import { type Job, runJob } from '#server/job.ts';
import type { Services } from '#server/services.ts';

interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs the jobs on a queue in the database, shared by several workers, which take over from a killed one.
 * Each job queues one successor, `everySeconds` later.
 */
export async function startWorker(services: Services, url: string, jobs: readonly Job[]): Promise<Worker> {
  const boss = new PgBoss(jobQueuePool(url));
  boss.on('error', (error) => {
    const jobError = jobQueueError(error);
    // Every poll fails while the database is down, which the pool has logged.
    if (jobError instanceof DatabaseUnavailable)
      services.log.debug({ reason: jobError.message }, 'job queue');
    else services.log.error({ err: error }, 'job queue');
  });
  const start = async () => {
    await boss.start();
    await showQueue(url);
  };
  await start().catch(async (error: unknown) => {
    await boss.stop({ graceful: false }).catch(() => {});
    throw jobQueueError(error);
  });
  for (const job of jobs) {
    // 'short': at most one waiting copy, whichever worker queues it.
    await boss.createQueue(job.name, { policy: 'short', expireInSeconds: 120, retryLimit: 5, retryDelay: 2 });
    // Before the first look at the queue, which finds it.
    await boss.send(job.name, {});
    await boss.work(job.name, { pollingIntervalSeconds: lookEverySeconds(job) }, async () => {
      const run = () =>
        runJob(job, services, async () => {
          await boss.send(job.name, {});
        });
      const { tracer } = services;
      try {
        await (tracer ? tracer.trace({ name: `job ${job.name}` }, undefined, run) : run());
      } finally {
        await queueSuccessor(boss, job);
      }
    });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 8000 }) };
}

/** A job may start late by a tenth: looks for sixty jobs a second would be most of what an idle product does. */
function lookEverySeconds({ everySeconds }: Job): number {
  return Math.min(10, Math.max(1, everySeconds / 10));
}

/** Queues the successor when the database is back: without one, a run that an outage ends would first have to expire. */
async function queueSuccessor(boss: PgBoss, { name, everySeconds }: Job): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await boss.send(name, {}, { startAfter: everySeconds });
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(secondMs);
    }
  }
}

/** Advisory lock: PostgreSQL refuses concurrent grants on one table. */
const grantLock = 7_310_445;

/** Lets every operator port see when jobs are due, with the rights of the application. */
async function showQueue(url: string): Promise<void> {
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'job' });
  try {
    await owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${grantLock})`;
      await sql.unsafe(`grant usage on schema pgboss to ${applicationRole}`);
      await sql.unsafe(
        `grant select (name, state, start_after, created_on) on pgboss.job to ${applicationRole}`,
      );
    });
  } finally {
    await owner.end({ timeout: 1 });
  }
}
