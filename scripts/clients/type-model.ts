import type { ApiDocument } from '#features/integration/api-docs/openapi/build-document.ts';
import type { JsonSchema } from '#features/integration/api-docs/openapi/json-schema.ts';
import { type Operation, capitalise } from './read-operations.ts';

/** A type of the API, before a language writes it. */
export type ApiType =
  | { kind: 'text' | 'integer' | 'number' | 'boolean' | 'null' | 'any' | 'object' }
  | { kind: 'literal'; values: readonly unknown[] }
  | { kind: 'list' | 'map'; of: ApiType }
  | { kind: 'named'; name: string }
  | { kind: 'union'; of: readonly ApiType[] };

export interface ApiField {
  name: string;
  type: ApiType;
  isRequired: boolean;
  description: string;
}

/** Every type with a name: objects with their fields, and names of other types. */
export interface TypeModel {
  objects: Map<string, ApiField[]>;
  aliases: Map<string, ApiType>;
  /** The type of each response with a body, by operation. */
  responses: Map<string, ApiType>;
  /** The type of each body, by operation. */
  bodies: Map<string, ApiType>;
}

/** Nested objects get the name of their parent and field, since neither language can write them in place well. */
export function buildTypeModel(document: ApiDocument, operations: readonly Operation[]): TypeModel {
  const model: TypeModel = {
    objects: new Map(),
    aliases: new Map(),
    responses: new Map(),
    bodies: new Map(),
  };
  const taken = new Set(Object.keys(document.components.schemas));
  const addObject = (name: string, { properties = {}, required = [] }: JsonSchema): void => {
    const fields: ApiField[] = [];
    model.objects.set(name, fields);
    for (const [field, schema] of Object.entries(properties))
      fields.push({
        name: field,
        type: typeOf(schema, name + capitalise(field)),
        isRequired: required.includes(field),
        description: schema.description ?? '',
      });
  };
  const typeOf = (schema: JsonSchema, name: string): ApiType => {
    if (schema.$ref) return { kind: 'named', name: schema.$ref.split('/').at(-1) ?? '' };
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return unionOf(options.map((option) => typeOf(option, name)));
    if (Array.isArray(schema.type))
      return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, name)));
    if (schema.enum) return { kind: 'literal', values: schema.enum };
    if (schema.const !== undefined) return { kind: 'literal', values: [schema.const] };
    if (schema.type === 'array') return { kind: 'list', of: typeOf(schema.items ?? {}, name) };
    if (schema.type === 'object') {
      if (!schema.properties) {
        const { additionalProperties } = schema;
        const isMap =
          typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
        return isMap ? { kind: 'map', of: typeOf(additionalProperties, name) } : { kind: 'object' };
      }
      const free = findFreeName(name, taken);
      taken.add(free);
      addObject(free, schema);
      return { kind: 'named', name: free };
    }
    return { kind: simpleKinds[schema.type ?? ''] ?? 'any' };
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (schema.type === 'object' && schema.properties) addObject(name, schema);
    else model.aliases.set(name, typeOf(schema, name));
  }
  for (const { operationId, requestBody, response } of operations) {
    const schema = requestBody?.content['application/json'].schema;
    if (schema) model.bodies.set(operationId, typeOf(schema, `${capitalise(operationId)}Body`));
    if (response) model.responses.set(operationId, typeOf(response, `${capitalise(operationId)}Response`));
  }
  return model;
}

const simpleKinds = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
} as Readonly<Record<string, 'text' | 'integer' | 'number' | 'boolean' | 'null'>>;

function unionOf(types: readonly ApiType[]): ApiType {
  const distinct = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
  const [only] = distinct;
  return only && distinct.length === 1 ? only : { kind: 'union', of: distinct };
}

const findFreeName = (name: string, taken: ReadonlySet<string>): string =>
  taken.has(name) ? findFreeName(`${name}Fields`, taken) : name;

/** The type of the items of a list's response. */
export function itemTypeOf(model: TypeModel, operationId: string): ApiType {
  const response = model.responses.get(operationId);
  const fields = response?.kind === 'named' ? model.objects.get(response.name) : undefined;
  const items = fields?.find(({ name }) => name === 'items')?.type;
  return items?.kind === 'list' ? items.of : { kind: 'any' };
}

/** A method of a group, with the operation that it calls. */
export interface ClientMethod {
  name: string;
  operation: Operation;
  /** The name of the method over all pages, of a list with a cursor. */
  allName: string | undefined;
}

/** Throws for an operation that has no name in the clients. */
export function groupMethods(
  operations: readonly Operation[],
  names: Readonly<Record<string, Readonly<Record<string, string>>>>,
  withoutGroup: string,
): Map<string, ClientMethod[]> {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const groups = new Map<string, ClientMethod[]>();
  for (const [group, methods] of Object.entries(names)) {
    const entries = Object.entries(methods).map(([name, operationId]) => {
      const operation = byId.get(operationId);
      if (!operation) throw new Error(`no operation ${operationId}`);
      byId.delete(operationId);
      const isPaged =
        name.startsWith('list') && operation.queryParameters.some((one) => one.name === 'cursor');
      return { name, operation, allName: isPaged ? name.replace('list', 'listAll') : undefined };
    });
    groups.set(group, entries);
  }
  byId.delete(withoutGroup);
  if (byId.size > 0) throw new Error(`without a name in client-methods.ts: ${[...byId.keys()].join(', ')}`);
  return groups;
}
