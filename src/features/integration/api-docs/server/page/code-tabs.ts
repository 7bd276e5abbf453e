import type { ApiDocument } from '../../openapi/build-document.ts';
import { type ExampleCall, type Language, clientLanguages, writeCall } from './code-examples.ts';
import { type Html, html } from './html.ts';

/** A call that a reader can send from the page (assets/try.js). `$NAME` in the address is a value of the reader. */
interface TriableCall {
  method: string;
  /** With its query. */
  address: string;
  body?: unknown;
  hasIdempotencyKey?: boolean;
}

/**
 * One example in several languages. Without a script the first one is shown; page.js makes tabs of them, and try.js a form for
 * each of the calls.
 */
export const renderTabs = (
  examples: readonly (readonly [Language, string])[],
  calls: readonly TriableCall[] = [],
): Html =>
  html`<div class="tabs" data-calls="${JSON.stringify(calls)}">
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
  const clients = clientLanguages.map((language) => {
    const statements = calls.map((call) => writeCall(call, language));
    return [language, statements.join('\n')] as const;
  });
  return renderTabs([['curl', block], ...clients], commands.map(readTriable));
}

/** The parts of a curl command. */
function splitCurl(command: string): TriableCall & { path: string; search: string; key: string | undefined } {
  const [, path = '', search = ''] = /\$GATEWAY(\/[^"?\s]*)(?:\?([^"\s]*))?/.exec(command) ?? [];
  const [, body] = /-d '([\s\S]*?)'\s*$/.exec(command.trim()) ?? [];
  const [, key] = /idempotency-key: ([^']+)'/i.exec(command) ?? [];
  return {
    method: /-X ([A-Z]+)/.exec(command)?.[1] ?? (body === undefined ? 'GET' : 'POST'),
    address: search === '' ? path : `${path}?${search}`,
    ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
    hasIdempotencyKey: key !== undefined,
    path,
    search,
    key,
  };
}

function readTriable(command: string): TriableCall {
  const { method, address, body, hasIdempotencyKey } = splitCurl(command);
  return { method, address, body, hasIdempotencyKey };
}

/** The call of a curl command of the guide. Throws for an address that is not of the document. */
export function readCurl(command: string, document: ApiDocument): ExampleCall {
  const { method, path, search, body, key } = splitCurl(command);
  const found = Object.entries(document.paths)
    .flatMap(([template, methods]) => {
      const operation = methods[method.toLowerCase()];
      const values = operation && matchPath(template, path);
      return operation && values ? [{ operation, values }] : [];
    })
    // An address without parameters, such as /byRef, precedes one with them.
    .toSorted((one, other) => one.values.length - other.values.length)
    .at(0);
  if (!found) throw new Error(`the document has no ${method} ${path}`);
  return {
    operation: found.operation.operationId,
    path: found.values,
    query: typeQuery(new URLSearchParams(search), found.operation.parameters),
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
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
