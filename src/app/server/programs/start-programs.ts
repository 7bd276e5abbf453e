import type { FastifyInstance } from 'fastify';
import { drainMs } from '#server/config.ts';
import { startFeed } from '#features/transactions/server/feed/feed-warehouse.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { createGateway } from './gateway-server.ts';
import { jobs } from '../jobs.ts';
import { createOperator, healthRoutes } from './operator-server.ts';
import { createPortal } from './portal-server.ts';
import { startWorker } from './worker.ts';

/** Starts the programs that the configuration names, in this process. */
export async function startPrograms(
  services: Services,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const { config } = services;
  const metrics = createMetrics();
  let draining = false;
  const servers: FastifyInstance[] = [];
  const open = async (app: FastifyInstance, port: number, host: string) => {
    await app.listen({ port, host });
    servers.push(app);
  };
  const isDraining = () => draining;
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
  const worker = config.programs.includes('worker')
    ? await startWorker(services, databaseUrl, jobs)
    : undefined;
  const feed =
    services.warehouse && config.programs.includes('worker')
      ? startFeed(services, services.warehouse)
      : undefined;
  return {
    async stop() {
      draining = true;
      // Requests under way are answered; whoever is slower than the drain time is cut off.
      const closed = Promise.all(servers.map((server) => server.close()));
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
      await Promise.all([worker?.stop(), feed?.stop()]);
    },
  };
}
