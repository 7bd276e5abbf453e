import fastify, { type FastifyInstance } from 'fastify';
import { cannotWrite } from '#database/open-database.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { describeClockOffset, maxClockOffsetMs } from '#server/clock.ts';
import { figureReaders } from '../operator/figures.ts';
import { registerFigures } from '../operator/register-metrics.ts';
import { registerStatusPage } from '../operator/status-page.ts';
import { takeSnapshot } from '../operator/take-snapshot.ts';
import { registerDebugMail } from './debug-mail.ts';

/** For operators only, on a separate port: liveness, readiness, the status page and Prometheus metrics. */
export function createOperator(
  services: Services,
  metrics: Metrics,
  isDraining: () => boolean,
): FastifyInstance {
  const app = fastify({ logger: false });
  registerHealthRoutes(app, services, isDraining);
  registerDebugMail(app, services);
  const readers = figureReaders(services);
  registerStatusPage(app, () => takeSnapshot(services, readers));
  registerFigures(metrics.registry, services, readers);
  metrics.registry.registerMetric(services.state.reportResponses);
  metrics.registry.registerMetric(services.state.impactResponses);
  metrics.registry.registerMetric(services.state.paymentResults);
  metrics.registry.registerMetric(services.state.unknownDeclines);
  metrics.registry.registerMetric(services.state.unknownReports);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}

/** Why a program should get no requests, or undefined. */
async function findUnreadiness({ database, state }: Services): Promise<string | undefined> {
  if (state.databaseRelease.exclusion !== undefined) return state.databaseRelease.exclusion;
  try {
    await database.ready();
  } catch (error) {
    return cannotWrite(error) ? 'database does not write' : 'database unreachable';
  }
  const offsetMs = database.clockOffsetMs() ?? 0;
  return Math.abs(offsetMs) <= maxClockOffsetMs ? undefined : describeClockOffset(offsetMs);
}

/** /health: the process is running. /ready: its database also writes, their clocks agree, and it is not shutting down. */
export function registerHealthRoutes(
  app: FastifyInstance,
  services: Services,
  isDraining: () => boolean,
): void {
  app.get('/health', async () => ({ status: 'ok', version: services.config.version }));
  app.get('/ready', async (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' });
    const status = await findUnreadiness(services);
    if (status !== undefined) return reply.status(503).send({ status });
    const { newer } = services.state.databaseRelease;
    return { status: 'ready', ...(newer !== undefined && { database: `of the newer release ${newer}` }) };
  });
}
