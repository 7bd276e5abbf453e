import { reasonCodes, reasonText } from '#features/payments/reason-codes.ts';
import { type Html, html } from './html.ts';
import { type Schema, schemaRows, typeWords } from './schema-rows.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

export interface ApiDocument {
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** The merchant API as a page: read off the OpenAPI document, readable without script, searchable with it. */
export function renderApiPage(document: ApiDocument): string {
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
              Every call carries HTTP Basic credentials: the API id and its key. Amounts are decimals, as
              number or text. Money movements may carry an <code>Idempotency-Key</code> of up to 255
              characters: the same key and body within a day get the first answer again. Done is 201, refused
              400 with <code>outcome</code>, an unknown transaction 404 with <code>reasonCode</code> at the
              top.
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
