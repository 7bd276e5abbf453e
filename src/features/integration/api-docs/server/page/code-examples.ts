import { accountOperation, clientMethods } from '../../openapi/client-methods.ts';

/** The languages of our clients, in the order of their tabs. */
export const clientLanguages = ['node', 'php', 'python'] as const;
type ClientLanguage = (typeof clientLanguages)[number];
export type Language = 'curl' | ClientLanguage;

/** A call as an example shows it. `$NAME` in a path is a variable of the reader. */
export interface ExampleCall {
  operation: string;
  /** The values of the address, in its order, without the installation. */
  path: readonly string[];
  query: Readonly<Record<string, string | number>>;
  body?: unknown;
  idempotencyKey?: string;
}

/** How a language writes a call and its values. */
interface Syntax {
  quote: (text: string) => string;
  true: string;
  false: string;
  null: string;
  object: [open: string, close: string];
  emptyObject: string;
  field: (name: string, value: string) => string;
  name: (name: string) => string;
  variable: (name: string) => string;
}

const doubleQuoted = (text: string): string => JSON.stringify(text);
const singleQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const words = { true: 'true', false: 'false', null: 'null' };

const syntaxes: Readonly<Record<ClientLanguage, Syntax>> = {
  node: {
    ...words,
    quote: (text) => (text.includes('\n') ? doubleQuoted(text) : singleQuoted(text)),
    object: ['{ ', ' }'],
    emptyObject: '{}',
    field: (name, value) => `${/^[a-z_]\w*$/i.test(name) ? name : singleQuoted(name)}: ${value}`,
    name: (name) => name,
    variable: (name) => name,
  },
  php: {
    ...words,
    quote: singleQuoted,
    object: ['[', ']'],
    emptyObject: 'new stdClass()',
    field: (name, value) => `${singleQuoted(name)} => ${value}`,
    name: (name) => name,
    variable: (name) => `$${name}`,
  },
  python: {
    true: 'True',
    false: 'False',
    null: 'None',
    quote: doubleQuoted,
    object: ['{', '}'],
    emptyObject: '{}',
    field: (name, value) => `${doubleQuoted(name)}: ${value}`,
    name: snakeCase,
    variable: snakeCase,
  },
};

/** What a response is called, where the name of its group does not fit. */
const resultNames: Readonly<Record<string, string>> = {
  payOut: 'payout',
  verifyCard: 'verification',
  refund: 'refund',
  readByRef: 'found',
  listCards: 'cards',
  readCard: 'card',
  removeCard: 'removed',
  readStatus: 'status',
  listSkins: 'skins',
  listHostedSkins: 'skins',
  createBatch: 'batch',
  list: 'page',
  listEvents: 'page',
  readSecret: 'secret',
  waitForEvents: 'events',
  trigger: 'event',
  readMetadata: 'metadata',
  search: 'report',
  totals: 'totals',
};

/** Where the clients have an operation, and the name of its response: 'payments', 'take', 'payment'. */
function findMethod(operation: string): { group: string; method: string; result: string } {
  for (const [group, methods] of Object.entries(clientMethods)) {
    const [method] = Object.entries(methods).find(([, candidate]) => candidate === operation) ?? [];
    if (method) return { group, method, result: resultNames[method] ?? group.replace(/s$/, '') };
  }
  if (operation !== accountOperation) throw new Error(`no method for ${operation}`);
  return { group: '', method: 'account', result: 'account' };
}

const lineLength = 96;

/** A value as a literal; one that does not fit on a line has a line for each field. */
function writeValue(value: unknown, syntax: Syntax, depth: number, used: number): string {
  if (value === null) return syntax.null;
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (typeof value === 'string') return syntax.quote(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return isList ? '[]' : syntax.emptyObject;
  const [open, close] = isList ? ['[', ']'] : syntax.object;
  const writeEntries = (place: number): string[] =>
    entries.map(([name, part]) => {
      const text = writeValue(part, syntax, depth + 1, place);
      return isList ? text : syntax.field(name, text);
    });
  const inline = `${open}${writeEntries(-1e9).join(', ')}${close}`;
  if (used + inline.length <= lineLength) return inline;
  const step = '    '.slice(syntax === syntaxes.node ? 2 : 0);
  const indent = step.repeat(depth + 1);
  const lines = writeEntries(indent.length + 12).map((text) => `${indent}${text},\n`);
  return `${open.trim()}\n${lines.join('')}${step.repeat(depth)}${close.trim()}`;
}

/** The call as one statement of the client, which is named `client`. */
export function writeCall(call: ExampleCall, language: ClientLanguage): string {
  const { operation, path, query, body, idempotencyKey } = call;
  const syntax = syntaxes[language];
  const { group, method, result } = findMethod(operation);
  const target = [...(group === '' ? [] : [group]), syntax.name(method)];
  const start = {
    node: `const ${result} = await client.${target.join('.')}(`,
    php: `$${result} = $client->${target.join('->')}(`,
    python: `${result} = client.${target.join('.')}(`,
  }[language];
  const ids = path.map((value) => {
    const [, name] = /^\$([A-Z]+)$/.exec(value) ?? [];
    return name ? syntax.variable(`${name.toLowerCase()}Id`) : syntax.quote(value);
  });
  const isEmptyBody = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  const before = start.length + ids.join(', ').length;
  const bodies = body === undefined || isEmptyBody ? [] : [writeValue(body, syntax, 0, before + 2)];
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const named = { ...query, ...key };
  const others =
    language === 'node'
      ? nodeArguments(method, query, key, syntax)
      : Object.entries(named).map(([name, value]) => {
          const text = writeValue(value, syntax, 0, 0);
          return language === 'php' ? `${name}: ${text}` : `${syntax.name(name)}=${text}`;
        });
  return `${start}${[...ids, ...bodies, ...others].join(', ')})${language === 'python' ? '' : ';'}`;
}

/** The client for Node takes the query, and what belongs to the call, as objects. */
function nodeArguments(
  method: string,
  query: ExampleCall['query'],
  key: { idempotencyKey?: string },
  syntax: Syntax,
): string[] {
  const values = Object.entries(query);
  const texts = method.endsWith('ByRef')
    ? values.map(([, value]) => syntax.quote(String(value)))
    : values.length > 0
      ? [writeValue(query, syntax, 0, 0)]
      : [];
  return [...texts, ...(key.idempotencyKey === undefined ? [] : [writeValue(key, syntax, 0, 0)])];
}
