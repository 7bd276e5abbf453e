import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageFolder, pagePrefix } from '#features/hosted-sessions/server/session/page-html.ts';
import type { SandboxThreeDSecure } from '#integrations/sandbox-three-d-secure/sandbox-three-d-secure.ts';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { mount } from '#server/register-routes.ts';
import type { Services } from '#server/services.ts';
import { handlers } from '../handlers.ts';
import { mountApiPage } from './api-page/mount-api-page.ts';
import { accessControlRoutes } from './sandbox-access-control.ts';
import { openApiDocument } from './openapi.ts';

/** The gateway: merchant API and hosted pages, the only program that ever sees a card number. */
export async function createGateway(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('gateway', services);
  mount(app, 'gateway', handlers, services, metrics);
  mountApiPage(app, openApiDocument(handlers, services.config));
  if (existsSync(pageFolder)) await servePages(app);
  if ('accessControl' in services.threeDSecure)
    accessControlRoutes(app, services.threeDSecure as SandboxThreeDSecure);
  return app;
}

/** Scripts, styles, fonts and words of the hosted pages; the documents themselves are calls. */
async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: pageFolder,
    prefix: pagePrefix,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => path === '/icon.svg' || /^\/(?:assets|locales)\//.test(path),
    setHeaders: (reply, path) => {
      // Names carry a hash of their contents; words are asked for again.
      const isHashed = path.startsWith(join(pageFolder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
