import { handlers } from '#app/server/handlers.ts';
import {
  type ApiDocument,
  type DocumentedOperation,
  type Parameter,
  buildApiDocument,
} from '#features/integration/api-docs/openapi/build-document.ts';
import type { JsonSchema } from '#features/integration/api-docs/openapi/json-schema.ts';

/** An operation of the document with what its clients need. */
export interface Operation extends DocumentedOperation {
  method: string;
  path: string;
  pathNames: string[];
  queryParameters: Parameter[];
  /** Undefined for a response without a body. */
  response: JsonSchema | undefined;
  takesKey: boolean;
}

/** The document of the clients, and its operations in the order of the reference. */
export function readOperations(): { document: ApiDocument; operations: Operation[] } {
  const contracts = handlers.map(({ endpoint }) => endpoint);
  const document = buildApiDocument(contracts, { version: '0', checkoutUrl: 'https://gateway.example' });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      pathNames: [...path.matchAll(/\{(\w+)\}/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'installationId'),
      queryParameters: operation.parameters.filter(
        (parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query',
      ),
      response: responseSchema(operation),
      takesKey: operation.parameters.some(
        (parameter) => '$ref' in parameter && parameter.$ref?.endsWith('/IdempotencyKey') === true,
      ),
    })),
  );
  return { document, operations };
}

function responseSchema({ responses }: DocumentedOperation): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success && 'content' in success ? success.content?.['application/json'].schema : undefined;
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
