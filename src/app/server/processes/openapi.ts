import * as z from 'zod/mini';
import { type Endpoint, parseRoute, programForUrl } from '#shared/define-endpoint.ts';
import type { Config } from '#server/config.ts';
import type { Handler } from '#server/handler.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the merchant API, read off the contracts. */
export function openApiDocument(handlers: readonly Handler[], config: Config): Json {
  const paths: Record<string, Json> = {};
  for (const { call } of handlers) {
    const place = [call.route, ...(call.merchantRoute ? [call.merchantRoute] : [])].find(
      (candidate) => programForUrl(parseRoute(candidate).url) === 'gateway',
    );
    // What browsers ask of the hosted page is no business of a shop's program.
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

/** What comes out of the reading: what goes in is anything that clients of merchants write for it. */
function toJsonSchema(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  }) as Json;
  return json;
}
