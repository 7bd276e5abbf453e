import type { ApiDocument } from '../../openapi/build-document.ts';
import { type ExampleCall, type Language, clientLanguages, writeCall } from './code-examples.ts';
import { type Html, html } from './html.ts';

/** One example in several languages. Without a script the first one is shown; page.js makes tabs of them. */
export const renderTabs = (examples: readonly (readonly [Language, string])[]): Html =>
  html`<div class="tabs">
    ${examples.map(([language, code], index) =>
      index === 0
        ? html`<pre tabindex="0" data-language="${language}"><code>${code}</code></pre>`
        : html`<pre tabindex="0" data-language="${language}" hidden><code>${code}</code></pre>`,
    )}
  </div>`;

/** The curl commands of a block, and the same calls with each client. Undefined without a command. */
export function renderCurlTabs(block: string, document: ApiDocument): Html | undefined {
  const commands = block.split(/^(?=curl )/m).filter((text) => text.startsWith('curl '));
  if (commands.length === 0) return undefined;
  const calls = commands.map((command) => readCurl(command, document));
  return renderTabs([
    ['curl', block],
    ...clientLanguages.map((language) => {
      const statements = calls.map((call) => writeCall(call, language));
      return [language, statements.join('\n')] as const;
    }),
  ]);
}

/** The call of a curl command of the guide. Throws for an address that is not of the document. */
export function readCurl(command: string, document: ApiDocument): ExampleCall {
  const [, address = '', search = ''] = /\$GATEWAY(\/[^"?\s]*)(?:\?([^"\s]*))?/.exec(command) ?? [];
  const [, body] = /-d '([\s\S]*?)'\s*$/.exec(command.trim()) ?? [];
  const [, idempotencyKey] = /idempotency-key: ([^']+)'/i.exec(command) ?? [];
  const method = body !== undefined || /-X POST/.test(command) ? 'post' : 'get';
  const found = Object.entries(document.paths)
    .flatMap(([template, methods]) => {
      const operation = methods[method];
      const values = operation && matchPath(template, address);
      return operation && values ? [{ operation, values }] : [];
    })
    // An address without parameters, such as /byRef, precedes one with them.
    .toSorted((one, other) => one.values.length - other.values.length)
    .at(0);
  if (!found) throw new Error(`the document has no ${method} ${address}`);
  return {
    operation: found.operation.operationId,
    path: found.values,
    query: typeQuery(new URLSearchParams(search), found.operation.parameters),
    ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

/** The values of an address, without the installation; undefined if it does not fit. */
function matchPath(template: string, address: string): string[] | undefined {
  const [expected, given] = [template.split('/'), address.split('/')];
  if (expected.length !== given.length) return undefined;
  const values: string[] = [];
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? '';
    if ((part === '{installationId}') !== (value === '$INSTALLATION')) return undefined;
    if (part === '{installationId}') continue;
    if (part.startsWith('{')) values.push(value);
    else if (part !== value) return undefined;
  }
  return values;
}

/** Texts of a query with the types of their parameters: the clients take a limit as a number. */
export function typeQuery(
  query: Iterable<readonly [string, string]>,
  parameters: readonly object[],
): Record<string, string | number> {
  const types = new Map(
    (parameters as readonly { name?: string; schema?: { type?: unknown } }[]).map(({ name, schema }) => [
      name,
      schema?.type,
    ]),
  );
  return Object.fromEntries(
    [...query].map(([name, value]) => [name, types.get(name) === 'integer' ? Number(value) : value]),
  );
}
