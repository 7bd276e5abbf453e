import type { ApiDocument, DocumentedOperation, Parameter } from '../../openapi/build-document.ts';
import type { RecordedExample, RecordedExamples } from '../../examples/example-request.ts';
import { clientLanguages, writeCall } from './code-examples.ts';
import { renderTabs, typeQuery } from './code-tabs.ts';
import { type Html, html, table } from './html.ts';

/** Every call with its parameters, fields and statuses, from the OpenAPI document. */
export function renderReference(withRefs: ApiDocument, examples: RecordedExamples): Html {
  const document = resolveRefs(withRefs, withRefs) as ResolvedDocument;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  const messages = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, ...post }));
  const callbacks = Object.entries(document.components.callbacks).flatMap(([name, expressions]) =>
    Object.values(expressions).map(({ post }) => ({ type: name, ...post })),
  );
  return html`<h1>Reference</h1>
    <p>
      Version ${document.info.version} at <code>${document.servers[0]?.url ?? ''}</code>. Also available as an
      <a href="/openapi.json">OpenAPI document</a>.
    </p>
    ${document.tags.map(
      ({ name, description }) =>
        html`<section>
          <h2 id="${name.toLowerCase().replaceAll(' ', '-')}">${name}</h2>
          <p>${description}</p>
          ${all.filter(({ tags }) => tags.includes(name)).map((operation) => renderOperation(operation, examples))}
        </section>`,
    )}
    ${renderWebhooks(messages)} ${renderCallbacks(callbacks)}`;
}

function renderOperation(
  operation: Operation & { method: string; path: string },
  examples: RecordedExamples,
): Html {
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
  const response = Object.values(responses).find(({ content }) => content);
  // Requests have theirs in the curl command.
  const recorded = response?.content?.['application/json']?.example;
  return html`<details id="${operationId}">
    <summary><b data-method="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    ${description === '' ? '' : html`<p>${description}</p>`}
    ${
      parameters.length === 0
        ? ''
        : table(
            ['Parameter', 'In', 'Type', 'Meaning'],
            parameters.map((parameter) => [
              html`<code>${parameter.name}</code>${parameter.required ? html` <em>required</em>` : ''}`,
              html`${parameter.in}`,
              html`${describeType(parameter.schema)}`,
              html`${parameter.description ?? ''}`,
            ]),
          )
    }
    ${renderCallExample(operation, examples[operationId] ?? { path: {}, status: 200, response: '' })}
    ${renderBodyFields('Request', requestBody?.content)}
    ${renderBodyFields('Response', response?.content, recorded)}
    <h3>Statuses</h3>
    ${table(
      ['Status', 'Meaning'],
      Object.entries(responses).map(([status, response]) => [
        html`<code>${status}</code>`,
        html`${response.description}`,
      ]),
    )}
  </details>`;
}

/** The call as curl sends it and as the clients make it, with the body that was recorded. */
function renderCallExample(
  { operationId, method, path, parameters, requestBody }: Operation & { method: string; path: string },
  { path: values, query = {} }: RecordedExample,
): Html {
  const body = requestBody?.content['application/json']?.example;
  const search = new URLSearchParams(query).toString();
  const filled = path
    .replace('{installationId}', '$INSTALLATION')
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
  const address = search === '' ? filled : `${filled}?${search}`;
  const head = `curl -u "$KEY"${method === 'GET' ? '' : ` -X ${method}`}`;
  const curl =
    body === undefined
      ? `${head} "$GATEWAY${address}"`
      : `${head} -H 'content-type: application/json' \\\n  "$GATEWAY${address}" \\\n  -d '${JSON.stringify(body, null, 2)}'`;
  const call = {
    operation: operationId,
    path: [...path.matchAll(/\{(\w+)\}/g)]
      .filter(([, name]) => name !== 'installationId')
      .map(([, name = '']) => values[name] ?? ''),
    query: typeQuery(Object.entries(query), parameters),
    ...(body === undefined ? {} : { body }),
  };
  const clients = clientLanguages.map((language) => [language, writeCall(call, language)] as const);
  return html`<h3>Example</h3>
    ${renderTabs([['curl', curl], ...clients], [{ method, address: `${path}${search === '' ? '' : `?${search}`}`, body }])}`;
}

type Operation = Omit<DocumentedOperation, 'parameters' | 'requestBody' | 'responses'> & {
  parameters: (Parameter & { description?: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type ResolvedDocument = Omit<ApiDocument, 'paths' | 'webhooks' | 'components'> & {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Message }>;
  components: { callbacks: Record<string, Record<string, { post: Message }>> };
};

/** The part with every reference replaced by its target. */
function resolveRefs(node: unknown, document: ApiDocument): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveRefs(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, resolveRefs(value, document)]),
    );
  }
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], document);
  return resolveRefs(target, document);
}

/** A request that we send, with its references resolved. */
interface Message {
  operationId: string;
  summary: string;
  description?: string;
  parameters: { name: string; description: string }[];
  requestBody: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

/** `type`: the event, or the name of the address in the request. */
type NamedMessage = Message & { type: string };

/** Events with the same body are shown together. */
function renderWebhooks(messages: readonly NamedMessage[]): Html {
  const groups = new Map<string, NamedMessage[]>();
  for (const message of messages) {
    const key = serialiseWithoutType(message);
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return html`<section>
    <h2 id="webhooks">Webhooks</h2>
    <p>
      Events are sent to every webhook that has subscribed to them. See
      <a href="/docs/webhooks">how to receive and verify events</a>.
    </p>
    ${[...groups.values()].map((group) => renderMessage(group))}
  </section>`;
}

/** Each callback once: the addresses of a session receive the same as those of a payment. */
function renderCallbacks(callbacks: readonly NamedMessage[]): Html {
  const paymentCallbacks = callbacks.filter(({ type }) => !type.endsWith('OfSession'));
  return html`<section>
    <h2 id="callbacks">Callbacks</h2>
    <p>
      Sent to the addresses that a payment names in <code>callbacks</code>, and a session or link in
      <code>session</code>. See <a href="/docs/callbacks">how to respond to callbacks</a>.
    </p>
    ${paymentCallbacks.map((callback) => renderMessage([callback]))}
  </section>`;
}

function renderMessage(group: readonly NamedMessage[]): Html {
  const [first] = group;
  if (!first) return html``;
  const { operationId, summary, description = '', parameters, requestBody, responses } = first;
  const response = Object.values(responses).find(({ content }) => content);
  const names = group.map(({ type }, index) => html`${index === 0 ? '' : ' '}<code>${type}</code>`);
  return html`<details id="${operationId}">
    <summary>
      <b data-method="POST">POST</b> ${names} <span>${group.length === 1 ? summary : ''}</span>
    </summary>
    ${description === '' ? '' : html`<p>${description}</p>`}
    ${table(
      ['Header', 'Meaning'],
      parameters.map((parameter) => [html`<code>${parameter.name}</code>`, html`${parameter.description}`]),
    )}
    ${renderBodyFields('Body', requestBody.content)} ${renderBodyFields('Your response', response?.content)}
    <h3>Statuses of your response</h3>
    ${table(
      ['Status', 'Meaning'],
      Object.entries(responses).map(([status, response]) => [
        html`<code>${status}</code>`,
        html`${response.description}`,
      ]),
    )}
  </details>`;
}

/** Events of one kind differ in the constant of their type only. */
function serialiseWithoutType({ requestBody }: Message): string {
  const { schema } = requestBody.content['application/json'] ?? { schema: {} };
  return JSON.stringify({ ...schema, properties: { ...schema.properties, type: undefined } });
}

/** A body of a request or response. */
type Content = Record<string, { schema: Schema; example?: unknown }>;

/** The fields of a body, below an example of it. */
function renderBodyFields(title: string, content: Content | undefined, example?: unknown): Html {
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
