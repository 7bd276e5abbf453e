import type { Readable, Writable } from 'node:stream';
import { Json, type Parameter, type Value, encodeParameter } from './parameter.ts';

/** Part of a statement: its texts, and the values and fragments between them. */
export class Fragment {
  readonly texts: readonly string[];
  readonly params: readonly unknown[];
  constructor(texts: readonly string[], params: readonly unknown[]) {
    this.texts = texts;
    this.params = params;
  }
}

/** Names of columns or tables, or after "in" a list of values. */
export class Names {
  readonly list: readonly unknown[];
  constructor(list: readonly unknown[]) {
    this.list = list;
  }
}

/** Columns with their values, `txnId` for txn_id: after "set" those to change, elsewhere rows to insert. */
export class Columns {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  constructor(rows: readonly Readonly<Record<string, unknown>>[]) {
    this.rows = rows;
  }
}

/** A value or fragment of a statement. */
export type Param = Value | Fragment | readonly Fragment[] | Names | Columns;

/** The text and parameters of a sent statement. */
interface Composed {
  text: string;
  values: Parameter['wire'][];
  /** The types of the values, 0 where PostgreSQL infers them. */
  types: number[];
}

/** A statement ready to be sent. */
export interface Command extends Composed {
  /** The server keeps it under a name and parses it once per connection. */
  isPrepared: boolean;
  /** Rows as arrays of their cells. */
  asArrays?: boolean;
  /** One statement without rows, as `begin`: it can be sent with others. */
  isControl?: boolean;
  /** Its response is not kept back until the end of the statements sent with it. */
  isPrompt?: boolean;
}

export interface QueryResult {
  command: string;
  rowCount: number | null;
  rows: unknown[];
}

/** Where statements go: a connection, a transaction on one, or a pool that finds one for each. */
export interface Executor {
  run(command: Command): Promise<QueryResult>;
  readable(text: string): Promise<Readable>;
  writable(text: string): Promise<Writable>;
}

interface Composing extends Composed {
  /** The placeholder of a value in the text, by its number from 1. */
  mark: (number: number) => string;
}

/** Composes a statement; every value becomes a parameter. Throws on undefined. */
export function compose(
  { texts, params }: Fragment,
  mark: Composing['mark'] = (number) => `$${number}`,
): Composed {
  const composed: Composing = { text: '', values: [], types: [], mark };
  append(composed, texts, params);
  const { text, values, types } = composed;
  return { text, values, types };
}

function append(to: Composing, texts: readonly string[], params: readonly unknown[]): void {
  to.text += texts[0] ?? '';
  for (let index = 0; index < params.length; index += 1) {
    appendValue(to, params[index]);
    to.text += texts[index + 1] ?? '';
  }
}

function appendValue(to: Composing, param: unknown): void {
  if (param instanceof Fragment) append(to, param.texts, param.params);
  else if (param instanceof Names) appendNames(to, param);
  else if (param instanceof Columns) appendColumns(to, param);
  else if (Array.isArray(param) && param[0] instanceof Fragment) {
    for (const part of param) {
      to.text += ' ';
      appendValue(to, part);
    }
  } else {
    const { wire, type } = encodeParameter(param);
    to.types.push(type);
    to.text += to.mark(to.values.push(wire));
  }
}

function appendNames(to: Composing, { list }: Names): void {
  if (/\bin\s*$/i.test(to.text)) {
    // "in ()" is an error; null equals nothing.
    if (list.length === 0) to.text += '(null)';
    else appendList(to, list);
  } else {
    to.text += list.map((name) => identifier(name as string)).join(',');
  }
}

function appendList(to: Composing, values: readonly unknown[]): void {
  to.text += '(';
  values.forEach((value, index) => {
    if (index > 0) to.text += ',';
    appendValue(to, value);
  });
  to.text += ')';
}

function appendColumns(to: Composing, { rows }: Columns): void {
  const names = Object.keys(rows[0] ?? {});
  if (/\bset\s*$/i.test(to.text)) {
    names.forEach((name, index) => {
      to.text += `${index > 0 ? ',' : ''}${identifier(toSnakeCase(name))}=`;
      appendValue(to, rows[0]?.[name]);
    });
    return;
  }
  to.text += `(${names.map((name) => identifier(toSnakeCase(name))).join(',')}) values `;
  rows.forEach((row, index) => {
    if (index > 0) to.text += ',';
    appendList(
      to,
      names.map((name) => row[name]),
    );
  });
}

/** "schema.table" names a table in its schema. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;

/** The helper that `sql(…)` returns for a name, a list or columns. */
export function findHelper(first: unknown): Names | Columns {
  if (typeof first === 'string') return new Names([first]);
  if (!Array.isArray(first)) return new Columns([first as Record<string, unknown>]);
  const isRows = first.length > 0 && typeof first[0] === 'object' && first[0] !== null && !isValue(first[0]);
  return isRows ? new Columns(first as Record<string, unknown>[]) : new Names(first);
}

const isValue = (value: object): boolean =>
  value instanceof Date || value instanceof Json || value instanceof Uint8Array || Array.isArray(value);

const camel = new Map<string, string>();
const snake = new Map<string, string>();

/** `txn_id` → `txnId`: how rows name the columns of the database. */
export function toCamelCase(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}

/** `txnId` → `txn_id`: the column that a property of a row is written to. */
export function toSnakeCase(name: string): string {
  let column = snake.get(name);
  if (column === undefined) {
    column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snake.set(name, column);
  }
  return column;
}
