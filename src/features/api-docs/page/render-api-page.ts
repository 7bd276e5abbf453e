import { escapeHtml } from '#shared/text/escape.ts';
import { reasonCodes, reasonText } from '#features/payments/reason-codes.ts';
import type { ApiDocument, DocumentedOperation, Parameter } from '../openapi/build-document.ts';

/**
 * The merchant API as a page, generated from the OpenAPI document: readable without script, searchable with
 * it.
 */
export function renderApiPage(withRefs: ApiDocument): string {
  const document = resolveRefs(withRefs, withRefs) as ResolvedDocument;
  const { info, servers } = document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  const groups = Map.groupBy(all, ({ path }) =>
    path
      .split('/')
      .slice(1, path.startsWith('/acceptor') ? 4 : 3)
      .join('/'),
  );
  const server = servers[0]?.url ?? '';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/docs/page.css" />
        <script src="/docs/page.js" defer></script>
      </head>
      <body>
        <header>
          <h1>${info.title}</h1>
          <p>
            Version ${info.version} at <code>${server}</code>. <a href="/openapi.json">OpenAPI document</a>
          </p>
          <label hidden
            >Search <input type="search" id="search" placeholder="refund, cardToken, V402 …"
          /></label>
          <p id="none" role="status" hidden>Nothing fits.</p>
        </header>
        <main>
          <section>
            <h2>First steps</h2>
            <p>
              Every call carries an API key: HTTP Basic with the API id and the secret, or Bearer with the
              secret. Amounts are decimals, as number or text. Money movements may carry an
              <code>Idempotency-Key</code> of up to 255 characters: the same key and body within a day get the
              first answer again. Done is 201, refused 400 with <code>outcome</code>, an unknown transaction
              404 with <code>reasonCode</code> at the top.
            </p>
            <pre><code>curl -u ID:KEY -H 'content-type: application/json' ${server}/acceptor/rest/transactions/INSTALLATION/payment \\
  -d '{"transaction": {"currency": "GBP", "amount": "12.50", "commerceType": "ECOM"},
       "paymentMethod": {"card": {"pan": "9902000000000018", "expiryDate": "1230", "cv2": "123"}}}'</code></pre>
          </section>
          ${[...groups].map(
            ([name, operations]) =>
              html`<section>
                <h2>${name}</h2>
                ${operations.map(operationPart)}
              </section>`,
          )}
          <section>
            <h2>Reason codes</h2>
            ${table(
              ['Code', 'Meaning'],
              reasonCodes.toSorted().map((code) => [html`<code>${code}</code>`, html`${reasonText(code)}`]),
            )}
          </section>
        </main>
      </body>
    </html>`.text;
}

function operationPart(operation: Operation & { method: string; path: string }): Html {
  const { method, path, operationId, summary, parameters, requestBody, responses } = operation;
  const answer = Object.values(responses).find(({ content }) => content);
  return html`<details id="${operationId}">
    <summary><b data-method="${method}">${method}</b> <code>${path}</code> <span>${summary}</span></summary>
    ${
      parameters.length === 0
        ? ''
        : table(
            ['Parameter', 'In', 'Type'],
            parameters.map((one) => [
              html`<code>${one.name}</code>${one.required ? html` <em>needed</em>` : ''}`,
              html`${one.in}`,
              html`${typeWords(one.schema)}`,
            ]),
          )
    }
    ${fields('Body', requestBody?.content)} ${fields('Answer', answer?.content)}
  </details>`;
}

function fields(title: string, content: Record<string, { schema: Schema }> | undefined): Html {
  const schema = content?.['application/json']?.schema;
  const rows = schema ? schemaRows(schema) : [];
  if (rows.length === 0) return html``;
  return html`<h3>${title}</h3>
    ${table(
      ['Field', 'Type'],
      rows.map((row) => [
        html`<code>${row.name}</code>${row.isRequired ? html` <em>needed</em>` : ''}`,
        html`${row.type}`,
      ]),
    )}`;
}

function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The parts of a JSON Schema that the contracts use. */
interface Schema {
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
      { name, type: typeWords(field), isRequired: required.includes(key) },
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
type Content = Record<string, { schema: Schema }>;
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

/** Escaped HTML. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes its values, except HTML, and joins lists. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const shown = values.map((value) => {
    if (value instanceof Html) return value.text;
    if (Array.isArray(value)) return value.map((one: Html) => one.text).join('');
    return escapeHtml(String(value));
  });
  return new Html(parts.map((part, at) => part + (shown[at] ?? '')).join(''));
}
