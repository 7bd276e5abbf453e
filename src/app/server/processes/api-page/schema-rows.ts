/** What we read of a JSON Schema; the contracts make no other kinds. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** One field as people read it. */
export interface SchemaRow {
  /** 'transaction.amount', 'cards[].cardToken'. */
  name: string;
  type: string;
  isRequired: boolean;
}

/** Every field of a schema, what is inside it below it. */
export function schemaRows(schema: Schema, prefix = ''): SchemaRow[] {
  const { properties, required = [] } = unwrapSchema(schema);
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const inner = unwrapSchema(field);
    const isList = inner.type === 'array';
    const name = `${prefix}${key}${isList ? '[]' : ''}`;
    const below = isList ? (inner.items ?? {}) : inner;
    return [
      { name, type: typeWords(field), isRequired: required.includes(key) },
      ...schemaRows(below, `${name}.`),
    ];
  });
}

/** Behind "this or null" stands this. */
function unwrapSchema(schema: Schema): Schema {
  const kinds = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = kinds;
  return only && kinds.length === 1 ? unwrapSchema(only) : schema;
}

/** A few words: 'text, at most 255', 'PAYMENT | PREAUTH', 'number or text'. */
export function typeWords(schema: Schema): string {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return [...new Set(kinds.map(typeWords))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeWords({ type })).join(' or ');
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const limits = [
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
    schema.minimum === undefined || schema.minimum < -1e9 ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined || schema.maximum > 1e12 ? '' : `to ${schema.maximum}`,
  ].filter((one) => one !== '');
  return [words[schema.type ?? ''] ?? schema.type ?? 'any', ...limits].join(', ');
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'list',
  integer: 'whole number',
};
