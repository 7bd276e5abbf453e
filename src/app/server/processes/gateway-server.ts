import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageFolder, pagePrefix } from '#features/payments/hosted-sessions/server/session/page-html.ts';
import { problems } from '#shared/problem.ts';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { registerRoutes } from '#server/register-routes.ts';
import type { Services } from '#server/services.ts';
import { handlers } from '../handlers.ts';
import { recordRequests } from '#features/integration/request-log/server/record-requests.ts';
import { registerProcessorEvents } from './processor-events.ts';
import { registerAccessControl } from './sandbox-access-control.ts';
import { buildApiDocument } from '#features/integration/api-docs/openapi/build-document.ts';
import {
  type DocsFile,
  buildDocsFiles,
  docsPaths,
  readRecordedExamples,
} from '#features/integration/api-docs/server/page/docs-pages.ts';

/** The gateway: merchant API and hosted pages, the only server that handles card numbers. */
export async function createGateway(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('gateway', services);
  recordRequests(app, services, metrics);
  registerRoutes(app, 'gateway', handlers, services, metrics);
  // Before it waits for the calls in progress.
  app.addHook('preClose', async () => services.state.listeners.stop());
  mountDocs(app, services.config);
  mountAppleDomain(app, services.config);
  if (existsSync(pageFolder)) await servePages(app);
  await registerProcessorEvents(app, services);
  if (services.accessControl) registerAccessControl(app, services.accessControl);
  return app;
}

/** Scripts, styles, fonts and texts of the hosted pages. The documents themselves are endpoints. */
async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: pageFolder,
    prefix: pagePrefix,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => path === '/icon.svg' || /^\/(?:assets|locales|names)\//.test(path),
    setHeaders: (reply, path) => {
      // File names contain a content hash; texts are revalidated.
      const isHashed = path.startsWith(join(pageFolder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** For a browser that opens the gateway's root. */
const frontPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="Payment gateway. Payers use the link from their merchant." />
    <title>Countinghouse payment gateway</title>
    <link rel="stylesheet" href="/docs/page.css" />
  </head>
  <body>
    <main>
      <h1>Payment gateway</h1>
      <p>To pay, open the link that the merchant sent you.</p>
      <p>Developers: <a href="/docs">API documentation</a></p>
    </main>
  </body>
</html>
`;

/** Apple asks for this file before Apple Pay may be offered on the domain of the payment page (docs/domain.md#wallets). */
function mountAppleDomain(app: FastifyInstance, { applePayDomainFile }: Services['config']): void {
  const url = '/.well-known/apple-developer-merchantid-domain-association';
  app.get(url, { config: { auth: { access: 'public' } } }, (_request, reply) => {
    if (applePayDomainFile === '') throw problems.notFound();
    return reply.header('content-type', 'text/plain; charset=utf-8').send(applePayDomainFile);
  });
}

/** The front page, the documentation at /docs and the OpenAPI document. */
function mountDocs(app: FastifyInstance, config: Services['config']): void {
  app.get('/', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('content-type', 'text/html; charset=utf-8')
      .send(frontPage),
  );
  let byPath: ReadonlyMap<string, DocsFile> | undefined;
  // Built at the first request: a start does not wait for pages that few read.
  const file = (path: string): DocsFile | undefined => (byPath ??= buildDocs(config)).get(path);
  for (const path of docsPaths) {
    app.get(path, { config: { auth: { access: 'public' } } }, (request, reply) => {
      const found = file(path);
      if (found === undefined) throw problems.notFound();
      reply.header('cache-control', 'public, max-age=300').header('etag', found.etag);
      if (request.headers['if-none-match'] === found.etag) return reply.status(304).send();
      return reply.header('content-type', found.type).send(found.body);
    });
  }
}

function buildDocs(config: Services['config']): ReadonlyMap<string, DocsFile> {
  const contracts = handlers.map(({ endpoint }) => endpoint);
  const document = buildApiDocument(contracts, { ...config, examples: readRecordedExamples() });
  return new Map(buildDocsFiles(document).map((file) => [file.path, file]));
}
