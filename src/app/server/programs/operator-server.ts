import fastify, { type FastifyInstance } from 'fastify';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';

/** For operators only, on a port of its own: alive, ready, and numbers for Prometheus. */
export function createOperator(
  services: Services,
  metrics: Metrics,
  isDraining: () => boolean,
): FastifyInstance {
  const app = fastify({ logger: false });
  healthRoutes(app, services, isDraining);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  return app;
}

/** /health: the process lives. /ready: it also reaches its database and is not shutting down. */
export function healthRoutes(app: FastifyInstance, services: Services, isDraining: () => boolean): void {
  app.get('/health', async () => ({ status: 'ok', version: services.config.version }));
  app.get('/ready', async (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' });
    try {
      await services.database`select 1`;
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
}
