import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Command, type QueryResult, toCamelCase } from './compose.ts';

/** How the rows of a statement are read. */
interface RowShape {
  names: readonly string[];
  parsers: readonly Parse[];
  /** All names with null: copies of it share one hidden class. */
  empty: Readonly<Record<string, unknown>>;
}

/** A statement that a connection keeps under a name. */
export interface Prepared {
  readonly name: string;
  isSent: boolean;
  /** Its columns, once it was executed. They cannot change: PostgreSQL then rejects the statement. */
  shape?: RowShape;
}

interface SentOptions {
  command: Command;
  prepared: Prepared | undefined;
  resolve(result: QueryResult): void;
  reject(error: Error): void;
  /** The response to the whole batch has arrived. */
  ended(): void;
}

const noRows: RowShape = { names: [], parsers: [], empty: {} };

/**
 * A statement on its way. The row description of a prepared statement is requested once, where pg's own query requests it
 * each time, which costs a tenth of a point search.
 */
export class SentStatement {
  readonly #options: SentOptions;
  #shape = noRows;
  #rows: unknown[] = [];
  /** The result of the last statement, if the text has several. */
  #result: QueryResult = { command: '', rowCount: null, rows: [] };
  #failure: Error | undefined;

  constructor(options: SentOptions) {
    this.#options = options;
  }

  get text(): string {
    return this.#options.command.text;
  }

  /** The text is sent by the simple protocol, because it may have several statements. PostgreSQL then responds as to a Sync. */
  get isSimple(): boolean {
    const { command, prepared } = this.#options;
    return !prepared && command.values.length === 0 && command.isControl !== true;
  }

  get isPrompt(): boolean {
    return this.#options.command.isPrompt === true;
  }

  submit(connection: pg.Connection): void {
    const { command, prepared } = this.#options;
    const { text, values, types } = command;
    const name = prepared?.name ?? '';
    if (!prepared?.isSent) {
      // pg sends numbers; only its types call them strings.
      connection.parse({ name, text, types: types as readonly unknown[] as string[] }, true);
      if (prepared) prepared.isSent = true;
    }
    connection.bind({ statement: name, values }, true);
    if (prepared?.shape) this.#shape = prepared.shape;
    else if (command.isControl !== true) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
    // Without it PostgreSQL keeps the response until the last statement of the batch has ended.
    if (this.isPrompt) connection.flush();
  }

  describeRows(fields: readonly pg.FieldDef[]): void {
    const names = fields.map(({ name }) => toCamelCase(name));
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  addRow(fields: readonly (string | null)[]): void {
    if (this.#failure) return;
    try {
      this.#rows.push(
        this.#options.command.asArrays ? readCells(this.#shape, fields) : readRow(this.#shape, fields),
      );
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** `text` is as "INSERT 0 3" or "BEGIN". */
  complete(text: string): void {
    const [command = '', ...counts] = text.split(' ');
    const count = Number(counts.at(-1));
    this.#result = { command, rowCount: Number.isInteger(count) ? count : null, rows: this.#rows };
    if (this.#options.prepared) this.#options.prepared.shape = this.#shape;
    this.#rows = [];
    this.#shape = noRows;
  }

  end(): void {
    this.#options.ended();
  }

  settle(): void {
    if (this.#failure) this.#options.reject(this.#failure);
    else this.#options.resolve(this.#result);
  }

  fail(error: Error): void {
    this.#options.reject(this.#failure ?? error);
  }
}

/** An earlier statement of the batch has failed. The code is PostgreSQL's for a statement that it refuses for that. */
class NotExecuted extends Error {
  readonly code = '25P02';
}

/**
 * Statements on their way with one Sync: PostgreSQL executes them in order, and none after one that fails. Each Sync is a
 * packet from the server, which costs as much as a small statement. Takes the place of pg's own query: its client accepts
 * subclasses in a pipeline, and calls the `handle…` methods as it does those of pg-cursor.
 */
export class SentBatch extends pg.Query {
  readonly #statements: readonly SentStatement[];
  /** The index of the statement whose response is arriving. */
  #current = 0;

  constructor(statements: readonly SentStatement[]) {
    super({ text: statements[0]?.text ?? '' });
    this.#statements = statements;
  }

  override submit = (connection: pg.Connection): void => {
    gatherWrites(connection.stream);
    const [only] = this.#statements;
    if (only?.isSimple) {
      connection.query(only.text);
      return;
    }
    for (const statement of this.#statements) statement.submit(connection);
    connection.sync();
  };

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#statements[this.#current]?.describeRows(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#statements[this.#current]?.addRow(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statements[this.#current];
    statement?.complete(text);
    if (statement?.isPrompt) statement.settle();
    // A simple text has a response for each of its statements.
    if (statement?.isSimple !== true) this.#current += 1;
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) {
      statement.end();
      statement.settle();
    }
  }

  handleError(error: Error): void {
    // After the last response: a deferred constraint, or a lost connection, at the end of a statement's own transaction.
    const failed = Math.min(this.#current, this.#statements.length - 1);
    const isServer = error instanceof pg.DatabaseError;
    this.#statements.forEach((statement, index) => {
      statement.end();
      if (index < failed) statement.settle();
      else if (index === failed || !isServer) statement.fail(error);
      else statement.fail(new NotExecuted('not executed: an earlier statement of the transaction failed'));
    });
  }
}

const readCells = ({ parsers }: RowShape, cells: readonly (string | null)[]): unknown[] =>
  cells.map((cell, index) => (cell === null ? null : parsers[index]?.(cell)));

function readRow({ names, parsers, empty }: RowShape, cells: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = { ...empty };
  for (let index = 0; index < names.length; index += 1) {
    const cell = cells[index];
    if (typeof cell === 'string') row[names[index] as string] = parsers[index]?.(cell);
  }
  return row;
}

/** Messages of one turn are sent in one packet: the write is the largest cost of a statement. */
function gatherWrites(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** What pg's client calls with the server's messages. pg's types name `submit` alone. */
interface CopyStream extends pg.Submittable {
  handleCopyInResponse?(connection: pg.Connection): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** A stream of pg-copy-streams, alone on its connection. A pipeline accepts only subclasses of pg's query. */
export class SentCopy extends pg.Query {
  readonly #copy: CopyStream;

  constructor(copy: pg.Submittable & { text: string }) {
    super({ text: copy.text });
    this.#copy = copy as typeof copy & CopyStream;
  }

  override submit = (connection: pg.Connection): void => this.#copy.submit(connection);

  handleCopyInResponse(connection: pg.Connection): void {
    this.#copy.handleCopyInResponse?.(connection);
  }

  handleCommandComplete(message: { text: string }): void {
    this.#copy.handleCommandComplete(message);
  }

  handleReadyForQuery(): void {
    this.#copy.handleReadyForQuery();
  }

  handleError(error: Error): void {
    this.#copy.handleError(error);
  }
}

type Parse = (text: string) => unknown;

/** int8 holds ids and minor units, which stay below 2^53; a value beyond fails its statement. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond a safe integer`);
  return value;
}

const asText: Parse = (text) => text;
const instant: Parse = (text) => new Date(text);
const json: Parse = (text) => JSON.parse(text) as unknown;
const isTrue: Parse = (text) => text === 't';
const bytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const textArray = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown[];
const parseArrayOf = (parse: Parse): Parse => {
  const each = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(each) : item === null ? null : parse(item as string);
  return (text) => textArray(text).map(each);
};

/** By PostgreSQL's type number. Other types stay text: date, numeric, uuid, interval. */
const scalars: readonly [type: number, array: number, parse: Parse][] = [
  [16, 1000, isTrue],
  [17, 1001, bytes],
  [19, 1003, asText],
  [20, 1016, safeInteger],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, json],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1114, 1115, instant],
  [1184, 1185, instant],
  [1700, 1231, asText],
  [2950, 2951, asText],
  [3802, 3807, json],
];

const parsers = new Map(
  scalars.flatMap(([type, array, parse]) => [[type, parse] as const, [array, parseArrayOf(parse)] as const]),
);

/** How the driver reads a column of this type. */
const parserOf = (type: number): Parse => parsers.get(type) ?? asText;
