import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, parseRoute, programForUrl } from '#shared/define-endpoint.ts';
import type { SandboxThreeDSecure } from '#integrations/sandbox-three-d-secure/sandbox-three-d-secure.ts';
import { pageFolder, pagePrefix } from '#features/hosted-sessions/server/session/page-html.ts';
import { createApp } from '#server/http/create-app.ts';
import type { Metrics } from '#server/metrics.ts';
import { mount } from '#server/register-routes.ts';
import type { Services } from '#server/services.ts';
import type { Config } from '#server/config.ts';
import type { Handler } from '#server/handler.ts';
import { handlers } from '../handlers.ts';
import { mountApiPage } from './mount-api-page.ts';
import { accessControlRoutes } from './sandbox-access-control.ts';

/** The gateway: merchant API and hosted pages, the only server that handles card numbers. */
export async function createGateway(services: Services, metrics: Metrics): Promise<FastifyInstance> {
  const app = await createApp('gateway', services);
  mount(app, 'gateway', handlers, services, metrics);
  mountApiPage(app, openApiDocument(handlers, services.config));
  if (existsSync(pageFolder)) await servePages(app);
  if ('accessControl' in services.threeDSecure)
    accessControlRoutes(app, services.threeDSecure as SandboxThreeDSecure);
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
    allowedPath: (path) => path === '/icon.svg' || /^\/(?:assets|locales)\//.test(path),
    setHeaders: (reply, path) => {
      // File names contain a content hash; texts are revalidated.
      const isHashed = path.startsWith(join(pageFolder, 'assets'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the merchant API, generated from the contracts. */
function openApiDocument(handlers: readonly Handler[], config: Config): Json {
  const paths: Record<string, Json> = {};
  for (const { call } of handlers) {
    const place = [call.route, ...(call.merchantRoute ? [call.merchantRoute] : [])].find(
      (candidate) => programForUrl(parseRoute(candidate).url) === 'gateway',
    );
    // Requests of the hosted page in a browser are not part of the merchant API.
    const isPublic = 'access' in call.auth && call.auth.access === 'public';
    if (!place || isPublic) continue;
    const { method, url } = parseRoute(place);
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countinghouse merchant API', version: config.version, license: { name: 'Apache-2.0' } },
    servers: [{ url: config.checkoutUrl }],
    security: [{ basic: [] }],
    components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
    paths,
  };
}

function operation(call: Endpoint): Json {
  const body = call.body && {
    requestBody: { content: { 'application/json': { schema: toJsonSchema(call.body) } } },
  };
  const answer = {
    description: 'Answer',
    content: { 'application/json': { schema: toJsonSchema(call.response) } },
  };
  const failure = { description: 'Refused; reasonCode says why' };
  return {
    operationId: call.name,
    summary: call.summary,
    parameters: [...parameters(call.path, 'path'), ...parameters(call.query, 'query')],
    ...body,
    responses: {
      [call.method === 'POST' ? '201' : '200']: answer,
      400: failure,
      401: failure,
      403: failure,
      404: failure,
    },
  };
}

function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const object = toJsonSchema(schema) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }));
}

/** The output type of the schema: merchants' clients may send other forms of it. */
function toJsonSchema(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  }) as Json;
  return json;
}
