import * as z from 'zod/mini';

/** A part of a JSON Schema (2020-12), as far as this folder reads it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export type Components = Record<string, JsonSchema>;

const refPrefix = '#/components/schemas/';
export const refTo = (name: string): JsonSchema => ({ $ref: `${refPrefix}${name}` });

/** Schemas that have a name in the document. */
type Names = z.core.$ZodRegistry<{ id: string }>;

export function nameSchemas(schemas: Readonly<Record<string, z.ZodMiniType>>): Names {
  const names: Names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id });
  return names;
}

/**
 * A schema of the server as JSON Schema. Named ones are added to `components` and referred to. It describes values after
 * they were read: clients of merchants may send other forms of them (docs/domain.md#tolerant-reading).
 */
export function toJsonSchema(schema: z.ZodMiniType, names: Names, components: Components): JsonSchema {
  const {
    $schema: _dialect,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    metadata: names,
    override: ({ zodSchema, jsonSchema }) => {
      // Fields can be added to both: only a strict schema refuses unknown ones.
      // oxlint-disable-next-line no-underscore-dangle -- the library's name for what a schema is made of
      const { def } = zodSchema._zod as { def: { type: string; catchall?: unknown } };
      if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
      // The field does not have the limits of JavaScript's numbers.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  }) as JsonSchema & { $schema?: string; $defs?: Components };
  const rewriteRefs = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(rewriteRefs);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, value]) => {
        if (key === 'id' && typeof value === 'string' && names.has(schema)) return [];
        if (key === '$ref') return [[key, String(value).replace('#/$defs/', refPrefix)]];
        return [[key, rewriteRefs(value)]];
      }),
    );
  };
  for (const [name, definition] of Object.entries($defs ?? {}))
    components[name] ??= rewriteRefs(definition) as JsonSchema;
  return rewriteRefs(json) as JsonSchema;
}

/** Whether a response has no body. */
export const isEmptySchema = (schema: z.ZodMiniType): boolean => schema instanceof z.ZodMiniUndefined;

/** The schema at a dotted path; a list's name is followed by its elements' fields. Undefined for an unknown path. */
function findField(schema: JsonSchema, path: string, components: Components): JsonSchema | undefined {
  return path
    .split('.')
    .reduce<JsonSchema | undefined>(
      (parent, name) => parent && withFields(parent, components)?.properties?.[name],
      schema,
    );
}

/** The object schema behind references, lists and "or null". */
function withFields(schema: JsonSchema, components: Components): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.$ref) return withFields(components[schema.$ref.slice(refPrefix.length)] ?? {}, components);
  if (schema.items) return withFields(schema.items, components);
  return (schema.anyOf ?? schema.oneOf)
    ?.map((part) => withFields(part, components))
    .find((found) => found !== undefined);
}

/** Marks fields as required, given by dotted paths. Throws for an unknown one. */
export function requireFields(schema: JsonSchema, paths: readonly string[], components: Components): void {
  for (const path of paths) {
    const { object, name } = findMember(schema, path, components);
    object.required = [...new Set([...(object.required ?? []), name])];
  }
}

/** The object that has the field, and the field's name. */
function findMember(schema: JsonSchema, path: string, components: Components) {
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  const parent = dot < 0 ? schema : findField(schema, path.slice(0, dot), components);
  const object = parent && withFields(parent, components);
  const properties = object?.properties;
  if (!object || !properties?.[name]) throw new Error(`the API document has no field ${path}`);
  return { object: Object.assign(object, { properties }), name };
}

/** Removes fields, given by dotted paths. Throws for an unknown one. */
export function hideFields(schema: JsonSchema, paths: readonly string[], components: Components): void {
  for (const path of paths) {
    const { object, name } = findMember(schema, path, components);
    delete object.properties[name];
  }
}

/** Describes fields, given by dotted paths. Throws for an unknown one. */
export function describeFields(
  schema: JsonSchema,
  texts: Readonly<Record<string, string>>,
  components: Components,
): void {
  for (const [path, text] of Object.entries(texts)) {
    const field = findField(schema, path, components);
    if (!field) throw new Error(`the API document has no field ${path}`);
    field.description = text;
  }
}
