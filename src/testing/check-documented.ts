import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { handlers } from '#app/server/handlers.ts';
import { type ApiDocument, buildApiDocument } from '#features/integration/api-docs/openapi/build-document.ts';

/** The document with closed objects: a response may have no undocumented field. Built once for all apps of a file. */
let cached: { document: ApiDocument; compile: (pointer: string) => ValidateFunction } | undefined;

function loadDocument() {
  if (cached) return cached;
  const contracts = handlers.map(({ endpoint }) => endpoint);
  const document = buildApiDocument(contracts, { version: '0', checkoutUrl: 'https://gateway.example' });
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ ...(closeObjects(document) as object), $id: 'api' });
  const validators = new Map<string, ValidateFunction>();
  const compile = (pointer: string): ValidateFunction => {
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };
  return (cached = { document, compile });
}

function closeObjects(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closeObjects);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closeObjects(value)] as const);
  const isClosed = 'properties' in part && !('additionalProperties' in part) && 'type' in part;
  return Object.fromEntries(isClosed ? [...entries, ['additionalProperties', false]] : entries);
}

const escapePointer = (text: string): string =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Where a value differs from a schema of the document's components. Empty if it agrees. */
export function schemaDifferences(name: string, value: unknown): string[] {
  return differences(loadDocument().compile(`/components/schemas/${name}`), value);
}

function differences(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * Compares each response of the merchant API with the OpenAPI document. Returns the differences so far.
 */
export function checkDocumented(gateway: FastifyInstance): () => string[] {
  const found = new Set<string>();
  // Before compression.
  gateway.addHook('preSerialization', async (request, reply, payload) => {
    const url = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}');
    const method = request.method.toLowerCase();
    const { document, compile } = loadDocument();
    const operation = url === undefined ? undefined : document.paths[url]?.[method];
    if (!url || !operation) return payload;
    const status = String(reply.statusCode);
    const name = `${operation.operationId} ${status}`;
    const response = operation.responses[status];
    if (!response) {
      found.add(`${name} is not documented: ${JSON.stringify(payload).slice(0, 200)}`);
      return payload;
    }
    const pointer =
      '$ref' in response
        ? String(response.$ref).slice(1)
        : `/paths/${escapePointer(url)}/${method}/responses/${status}`;
    const validate = compile(`${pointer}/content/application~1json/schema`);
    const errors = differences(validate, JSON.parse(JSON.stringify(payload)));
    if (errors.length > 0)
      found.add(`${name}: ${errors.slice(0, 4).join('; ')} in ${JSON.stringify(payload).slice(0, 300)}`);
    return payload;
  });
  return () => [...found];
}
