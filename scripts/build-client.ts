import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { handlers } from '#app/server/handlers.ts';
import {
  type ApiDocument,
  type DocumentedOperation,
  type Parameter,
  buildApiDocument,
} from '#features/integration/api-docs/openapi/build-document.ts';
import type { JsonSchema } from '#features/integration/api-docs/openapi/json-schema.ts';

const folder = join(import.meta.dirname, '..', 'clients/node/src');
const banner = '// Generated from the OpenAPI document by `npm run client`. Do not edit.\n\n';

interface Operation extends DocumentedOperation {
  method: string;
  path: string;
}

/** The generated files of the client, by name: the types of the API, and where its operations are. */
export async function clientFiles(): Promise<Record<string, string>> {
  const contracts = handlers.map(({ endpoint }) => endpoint);
  const document = buildApiDocument(contracts, { version: '0', checkoutUrl: 'https://gateway.example' });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return {
    'types.ts': banner + (await buildTypes(document, operations)),
    'operations.ts': banner + operationTable(operations),
  };
}

async function buildTypes(document: ApiDocument, operations: readonly Operation[]): Promise<string> {
  const named: Record<string, JsonSchema> = { ...document.components.schemas };
  const lines = operations.map((operation) => {
    const { operationId, requestBody } = operation;
    const query = querySchema(operation);
    if (query) named[`${capitalise(operationId)}Query`] = query;
    const schema = responseSchema(operation);
    const response = schema ? nameSchema(named, `${capitalise(operationId)}Response`, schema) : 'undefined';
    const body = requestBody ? nameSchema(named, '', requestBody.content['application/json'].schema) : '';
    return [
      `  ${operationId}: {\n    response: ${response};\n`,
      body && `    body${requestBody?.required ? '' : '?'}: ${body};\n`,
      query && `    query${query.required?.length ? '' : '?'}: ${capitalise(operationId)}Query;\n`,
      `  };\n`,
    ].join('');
  });
  const definitions = JSON.parse(
    JSON.stringify(named).replaceAll('#/components/schemas/', '#/definitions/'),
  ) as object;
  const types = await compile({ title: 'Unused', definitions } as never, 'Unused', {
    additionalProperties: false,
    bannerComment: '',
    unreachableDefinitions: true,
    style: { printWidth: 110, singleQuote: true },
  });
  const clean = types
    .replace(/^export interface Unused \{[^}]*\}\n/m, '')
    .replaceAll(
      / \* This \w+ was referenced by `Unused`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      '',
    )
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '');
  return `${clean}\n/** What each operation takes and returns. */\nexport interface Operations {\n${lines.join('')}}\n`;
}

/** The component of a schema. One without a name gets `name`. A list of named schemas needs none. */
function nameSchema(named: Record<string, JsonSchema>, name: string, schema: JsonSchema): string {
  const schemaName = schema.$ref?.split('/').at(-1);
  if (schemaName) return schemaName;
  if (schema.items?.$ref) return `${nameSchema(named, name, schema.items)}[]`;
  named[name] = schema;
  return name;
}

/** Undefined for a response without a body. */
function responseSchema({ responses }: Operation): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success && 'content' in success ? success.content?.['application/json'].schema : undefined;
}

function querySchema({ parameters }: Operation): JsonSchema | undefined {
  const inQuery = parameters.filter(
    (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
  );
  if (inQuery.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { operationId, method, path, parameters, summary } = operation;
    const hasBody = responseSchema(operation) !== undefined;
    const takesKey = parameters.some(
      (parameter) => '$ref' in parameter && parameter.$ref?.endsWith('/IdempotencyKey'),
    );
    return `  /** ${summary}. */\n  ${operationId}: { method: '${method}', path: '${path}', takesKey: ${takesKey}, hasBody: ${hasBody} },\n`;
  });
  return `/** Method and address of each operation, and whether it takes an Idempotency-Key and responds with a body. */\nexport const operations = {\n${rows.join('')}} as const;\n`;
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The generated files that differ from those in the repository. */
export async function staleClientFiles(): Promise<string[]> {
  const files = Object.entries(await clientFiles());
  const stale = await Promise.all(
    files.map(async ([name, text]) => {
      const stored = await readFile(join(folder, name), 'utf8').catch(() => '');
      return stored === text ? [] : [name];
    }),
  );
  return stale.flat();
}

async function writeClient(): Promise<void> {
  for (const [name, text] of Object.entries(await clientFiles())) await writeFile(join(folder, name), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeClient();
