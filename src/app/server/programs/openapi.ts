import * as z from 'zod/mini';
import { type Call, placeOf, programOf } from '#contract/define-call.ts';
import type { Config } from '#server/config.ts';
import type { Handler } from '#server/handler.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the merchant API, read off the contracts. */
export function openApiDocument(handlers: readonly Handler[], config: Config): Json {
  const paths: Record<string, Json> = {};
  for (const { call } of handlers) {
    const place = [call.at, ...(call.merchantApi ? [call.merchantApi] : [])].find(
      (candidate) => programOf(placeOf(candidate).url) === 'gateway',
    );
    // What browsers ask of the hosted page is no business of a shop's program.
    const isPublic = 'access' in call.needs && call.needs.access === 'public';
    if (!place || isPublic) continue;
    const { method, url } = placeOf(place);
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

function operation(call: Call): Json {
  const body = call.body && {
    requestBody: { content: { 'application/json': { schema: schemaOf(call.body) } } },
  };
  const answer = {
    description: 'Answer',
    content: { 'application/json': { schema: schemaOf(call.answer) } },
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
  const object = schemaOf(schema) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }));
}

/** What comes out of the reading: what goes in is anything that clients of merchants write for it. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  }) as Json;
  return json;
}
