import type { FastifyInstance } from 'fastify';
import { drainMs } from '#server/config.ts';
import { startFeed } from '#features/reporting/server/replication/replicate-to-warehouse.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { createGateway } from './gateway-server.ts';
import { jobs } from '../jobs.ts';
import { createOperator, healthRoutes } from './operator-server.ts';
import { createPortal } from './portal-server.ts';
import { startWorker } from './worker.ts';

/**
 * Starts the programs that the configuration names, in this process. `jobServices` are for the worker. Leaves nothing
 * open when it throws.
 */
export async function startPrograms(
  services: Services,
  jobServices: Services,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const { config } = services;
  let draining = false;
  const servers: FastifyInstance[] = [];
  const behind: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    draining = true;
    // Requests under way are answered; those slower than the drain time are cut off.
    const closed = Promise.all(servers.map((server) => server.close()));
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    await Promise.all(behind.map((one) => one.stop()));
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
    const open = async (app: FastifyInstance, port: number, host: string) => {
      servers.push(app);
      await app.listen({ port, host });
    };
    if (config.programs.includes('portal')) {
      const portal = await createPortal(services, metrics);
      healthRoutes(portal, services, isDraining);
      await open(portal, config.port, config.host);
    }
    if (config.programs.includes('gateway')) {
      const gateway = await createGateway(services, metrics);
      healthRoutes(gateway, services, isDraining);
      await open(gateway, config.checkoutPort, config.host);
    }
    await open(createOperator(services, metrics, isDraining), config.operatorPort, config.operatorHost);
    if (!config.programs.includes('worker')) return;
    behind.push(await startWorker(jobServices, databaseUrl, jobs));
    if (services.warehouse) behind.push(startFeed(jobServices, services.warehouse));
  }
}
