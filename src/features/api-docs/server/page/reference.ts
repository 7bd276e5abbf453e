import type { ApiDocument, DocumentedOperation, Parameter } from '../../openapi/build-document.ts';
import { type Html, html, table } from './html.ts';

/** Every call with its parameters, fields and statuses, from the OpenAPI document. */
export function renderReference(withRefs: ApiDocument): Html {
  const document = resolveRefs(withRefs, withRefs) as ResolvedDocument;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  return html`<h1>Reference</h1>
    <p>
      Version ${document.info.version} at <code>${document.servers[0]?.url ?? ''}</code>. The same as an
      <a href="/openapi.json">OpenAPI document</a>.
    </p>
    ${document.tags.map(
      ({ name, description }) =>
        html`<section>
          <h2 id="${name.toLowerCase().replaceAll(' ', '-')}">${name}</h2>
          <p>${description}</p>
          ${all.filter(({ tags }) => tags.includes(name)).map(operationPart)}
        </section>`,
    )}`;
}

function operationPart(operation: Operation & { method: string; path: string }): Html {
  const {
    method,
    path,
    operationId,
    summary,
    description = '',
    parameters,
    requestBody,
    responses,
  } = operation;
  const answer = Object.values(responses).find(({ content }) => content);
  return html`<details id="${operationId}">
    <summary><b data-method="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    ${description === '' ? '' : html`<p>${description}</p>`}
    ${
      parameters.length === 0
        ? ''
        : table(
            ['Parameter', 'In', 'Type', 'Meaning'],
            parameters.map((one) => [
              html`<code>${one.name}</code>${one.required ? html` <em>required</em>` : ''}`,
              html`${one.in}`,
              html`${typeWords(one.schema)}`,
              html`${one.description ?? ''}`,
            ]),
          )
    }
    ${curlExample(method, path, requestBody?.content['application/json']?.example)}
    ${fields('Request', requestBody?.content)} ${fields('Answer', answer?.content)}
    <h3>Statuses</h3>
    ${table(
      ['Status', 'Meaning'],
      Object.entries(responses).map(([status, one]) => [
        html`<code>${status}</code>`,
        html`${one.description}`,
      ]),
    )}
  </details>`;
}

/** The call as curl sends it, with the body that was recorded. */
function curlExample(method: string, path: string, body: unknown): Html {
  const address = `"$GATEWAY${path.replace('{installationId}', '$INSTALLATION')}"`;
  const head = `curl -u "$KEY"${method === 'POST' ? ' -X POST' : ''}`;
  const text =
    body === undefined
      ? `${head} ${address}`
      : `${head} -H 'content-type: application/json' \\\n  ${address} \\\n  -d '${JSON.stringify(body, null, 2)}'`;
  return html`<h3>Example</h3>
    <pre tabindex="0"><code>${text}</code></pre>`;
}

function fields(title: string, content: Content | undefined): Html {
  const { schema, example } = content?.['application/json'] ?? {};
  const rows = schema ? schemaRows(schema) : [];
  if (rows.length === 0) return html``;
  const shown = title === 'Answer' ? example : undefined;
  return html`<h3>${title}</h3>
    ${shown === undefined ? '' : html`<pre tabindex="0"><code>${JSON.stringify(shown, null, 2)}</code></pre>`}
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
interface Schema {
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

/** Every field of a schema, nested ones below it. */
export function schemaRows(schema: Schema, prefix = ''): SchemaRow[] {
  const { properties, required = [] } = unwrapSchema(schema);
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const inner = unwrapSchema(field);
    const isList = inner.type === 'array';
    const name = `${prefix}${key}${isList ? '[]' : ''}`;
    const below = isList ? (inner.items ?? {}) : inner;
    return [
      {
        name,
        type: typeWords(field),
        isRequired: required.includes(key),
        description: field.description ?? '',
      },
      ...schemaRows(below, `${name}.`),
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

type Operation = Omit<DocumentedOperation, 'parameters' | 'requestBody' | 'responses'> & {
  parameters: (Parameter & { description?: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type ResolvedDocument = Omit<ApiDocument, 'paths'> & { paths: Record<string, Record<string, Operation>> };

/** The part with every reference replaced by what it refers to. */
function resolveRefs(part: unknown, document: ApiDocument): unknown {
  if (Array.isArray(part)) return part.map((one) => resolveRefs(one, document));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, resolveRefs(value, document)]),
    );
  }
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], document);
  return resolveRefs(target, document);
}
