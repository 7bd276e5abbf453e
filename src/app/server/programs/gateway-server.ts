import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { mount } from '#server/mount.ts';
import type { Services } from '#server/services.ts';
import { handlers } from '../handlers.ts';
import { mountApiPage } from './api-page/mount-api-page.ts';
import { openApiDocument } from './openapi.ts';

/** The gateway: merchant API and hosted pages, the only program that ever sees a card number. */
export async function createGateway(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('gateway', services);
  mount(app, 'gateway', handlers, services, metrics);
  mountApiPage(app, openApiDocument(handlers, services.config));
  return app;
}
