import type { FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { DatabaseUnavailable, jobQueueError, jobQueuePool } from '#database/open-database.ts';
import { startReplication } from '#features/record/reporting/server/replication/replicate-to-warehouse.ts';
import { drainMs } from '#server/config.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import type { Job } from '#server/job.ts';
import { createGateway } from './gateway-server.ts';
import { jobs } from '../jobs.ts';
import { createOperator, registerHealthRoutes } from './operator-server.ts';
import { createPortal } from './portal-server.ts';

/**
 * Starts the configured servers in this process. `jobServices` are for the worker. Leaves nothing open when
 * it throws.
 */
export async function startPrograms(
  services: Services,
  jobServices: Services,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const { config } = services;
  let draining = false;
  const servers: FastifyInstance[] = [];
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    draining = true;
    // Finishes pending requests; those beyond the drain time are cut off.
    const closed = Promise.all(servers.map((server) => server.close()));
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    await Promise.all(started.map((process) => process.stop()));
  };
  try {
    await start();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function start(): Promise<void> {
    const metrics = createMetrics();
    const isDraining = () => draining;
    const startListening = async (app: FastifyInstance, port: number, host: string) => {
      servers.push(app);
      await app.listen({ port, host });
    };
    if (config.programs.includes('portal')) {
      const portal = await createPortal(services, metrics);
      registerHealthRoutes(portal, services, isDraining);
      await startListening(portal, config.port, config.host);
    }
    if (config.programs.includes('gateway')) {
      const gateway = await createGateway(services, metrics);
      registerHealthRoutes(gateway, services, isDraining);
      await startListening(gateway, config.checkoutPort, config.host);
    }
    await startListening(
      createOperator(services, metrics, isDraining),
      config.operatorPort,
      config.operatorHost,
    );
    if (!config.programs.includes('worker')) return;
    started.push(await startWorker(jobServices, databaseUrl, jobs));
    if (services.warehouse) started.push(startReplication(jobServices, services.warehouse));
  }
}

interface Worker {
  stop(): Promise<void>;
}

/**
 * Runs the jobs on a queue in the database, shared by several workers, which take over from a killed one.
 * Each job queues one successor, `everySeconds` later.
 */
async function startWorker(services: Services, url: string, jobs: readonly Job[]): Promise<Worker> {
  const boss = new PgBoss(jobQueuePool(url));
  boss.on('error', (error) => {
    const jobError = jobQueueError(error);
    // Every poll fails while the database is down, which the pool has logged.
    if (jobError instanceof DatabaseUnavailable)
      services.log.debug({ reason: jobError.message }, 'job queue');
    else services.log.error({ err: error }, 'job queue');
  });
  await boss.start().catch(async (error: unknown) => {
    await boss.stop({ graceful: false }).catch(() => {});
    throw jobQueueError(error);
  });
  for (const job of jobs) {
    // 'short': at most one waiting copy, whichever worker queues it.
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
