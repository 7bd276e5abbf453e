import { compile } from 'json-schema-to-typescript';
import type { ApiDocument } from '#features/integration/api-docs/openapi/build-document.ts';
import type { JsonSchema } from '#features/integration/api-docs/openapi/json-schema.ts';
import { type Operation, capitalise } from './read-operations.ts';

const banner = '// Generated from the OpenAPI document by `npm run client`. Do not edit.\n\n';

/** The generated files of the client for Node, by name: the types of the API, and where its operations are. */
export async function nodeFiles(
  document: ApiDocument,
  operations: readonly Operation[],
): Promise<Record<string, string>> {
  return {
    'types.ts': banner + (await buildTypes(document, operations)),
    'operations.ts': banner + operationTable(operations),
  };
}

async function buildTypes(document: ApiDocument, operations: readonly Operation[]): Promise<string> {
  const named: Record<string, JsonSchema> = { ...document.components.schemas };
  const lines = operations.map((operation) => {
    const { operationId, requestBody, response: schema } = operation;
    const query = querySchema(operation);
    if (query) named[`${capitalise(operationId)}Query`] = query;
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

function querySchema({ queryParameters }: Operation): JsonSchema | undefined {
  if (queryParameters.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
    required: queryParameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { operationId, method, path, summary, response, takesKey } = operation;
    const hasBody = response !== undefined;
    return `  /** ${summary}. */\n  ${operationId}: { method: '${method}', path: '${path}', takesKey: ${takesKey}, hasBody: ${hasBody} },\n`;
  });
  return `/** Method and address of each operation, and whether it takes an Idempotency-Key and responds with a body. */\nexport const operations = {\n${rows.join('')}} as const;\n`;
}
