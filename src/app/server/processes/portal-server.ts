import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { problems } from '#shared/problem.ts';
import { projectRoot } from '#server/config.ts';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { registerRoutes } from '#server/register-routes.ts';
import { problemReply } from '#server/http/problem-reply.ts';
import type { Services } from '#server/services.ts';
import { registerDebugMail } from './debug-mail.ts';
import { handlers } from '../handlers.ts';

/** Health checks and tests use these names; no public site can have them. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const pages = join(projectRoot, 'dist', 'web');

/** The portal: its page and the page's endpoints. */
export async function createPortal(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('portal', services);
  const hosts = new Set([new URL(services.config.portalUrl).hostname, ...loopbackNames]);
  app.addHook('onRequest', async (request, reply): Promise<FastifyReply | undefined> => {
    // Another name that resolves to this server belongs to another site (DNS rebinding).
    if (!hosts.has(request.hostname.toLowerCase().replace(/\.$/, ''))) {
      return reply
        .status(421)
        .type('text/plain')
        .send(`This portal's address is ${services.config.portalUrl}\n`);
    }
    if (isReturnPage(request.url)) allowOwnFrame(reply);
    return undefined;
  });
  registerRoutes(app, 'portal', handlers, services, metrics);
  registerDebugMail(app, services);
  if (existsSync(join(pages, 'index.html'))) await servePages(app);
  return app;
}

async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: pages,
    wildcard: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // File names contain a content hash; everything else is revalidated.
      const hashed = path.startsWith(join(pages, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    preCompressed: true,
  });
  const page = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html');
  app.get('/', (_request, reply) => page(reply));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      (request.headers.accept ?? '').includes('text/html') &&
      !request.url.startsWith('/proxy/');
    if (wantsPage) return page(reply);
    const call = { program: 'portal', url: request.url, requestId: request.id } as const;
    const { status, body, headers } = problemReply(problems.notFound(), call);
    return reply.status(status).headers(headers).send(body);
  });
}

/** The return page of the hosted payment page in the terminal's frame (docs/domain.md#virtual-terminal). */
const isReturnPage = (url: string): boolean =>
  /^\/virtual-terminal\/transaction-redirect\/?(?:\?|$)/.test(url);

/** The one page of the portal that may be framed, by the portal only. */
function allowOwnFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
}
