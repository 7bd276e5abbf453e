import { type Html, html, table } from './html.ts';

/** A body of a request or response. */
export type Content = Record<string, { schema: Schema; example?: unknown }>;

/** The fields of a body, below an example of it. */
export function renderBodyFields(title: string, content: Content | undefined, example?: unknown): Html {
  const { schema } = content?.['application/json'] ?? {};
  const rows = schema ? listSchemaRows(schema) : [];
  if (rows.length === 0) return html``;
  return html`<h3>${title}</h3>
    ${example === undefined ? '' : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`}
    ${table(
      ['Field', 'Type', 'Meaning'],
      rows.map((row) => [
        html`<code>${row.name}</code>${row.isRequired ? html` <em>required</em>` : ''}`,
        html`${row.type}`,
        html`${row.description}`,
      ]),
    )}`;
}

/** The parts of a JSON Schema that the contracts use. */
export interface Schema {
  description?: string;
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

/** One documented field. */
interface SchemaRow {
  /** 'transaction.amount', 'cards[].cardToken'. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** Every field of a schema, nested ones below it. Those of a list begin with '[]'. */
export function listSchemaRows(schema: Schema, prefix = ''): SchemaRow[] {
  const { type, items, properties, required = [] } = unwrapSchema(schema);
  if (type === 'array') return listSchemaRows(items ?? {}, `${prefix}[].`);
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const inner = unwrapSchema(field);
    const isList = inner.type === 'array';
    const name = `${prefix}${key}${isList ? '[]' : ''}`;
    const nested = isList ? (inner.items ?? {}) : inner;
    return [
      {
        name,
        type: describeType(field),
        isRequired: required.includes(key),
        description: field.description ?? '',
      },
      ...listSchemaRows(nested, `${name}.`),
    ];
  });
}

/** The schema inside "this or null". */
function unwrapSchema(schema: Schema): Schema {
  const kinds = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = kinds;
  return only && kinds.length === 1 ? unwrapSchema(only) : schema;
}

/** A short description: 'text, at most 255', 'PAYMENT | PREAUTH', 'number or text'. */
export function describeType(schema: Schema): string {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return [...new Set(kinds.map(describeType))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => describeType({ type })).join(' or ');
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  const limits = [
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
    schema.minimum === undefined || schema.minimum < -1e9 ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined || schema.maximum > 1e12 ? '' : `to ${schema.maximum}`,
  ].filter((fact) => fact !== '');
  return [typeLabels[schema.type ?? ''] ?? schema.type ?? 'any', ...limits].join(', ');
}

const typeLabels: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'list',
  integer: 'whole number',
};
