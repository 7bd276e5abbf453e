import type { Readable, Writable } from 'node:stream';
import type { Socket } from 'node:net';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Composed } from './compose.ts';
import { type Columns, describeOnce, nameInCamelCase } from './describe-once.ts';
import { detachable, begun } from './copy-reader.ts';
import { DatabaseUnavailable, namingUnavailable } from './unavailable.ts';

/** A statement on its way, and how it goes there. */
export interface Command extends Composed {
  /** Kept by the server under a name, so that it is parsed once a connection. */
  isPrepared: boolean;
  /** Rows as arrays of their cells. */
  asArrays?: boolean;
}

export interface QueryResult {
  command: string;
  rowCount: number | null;
  rows: unknown[];
}

/** What pg's connection has beside its typed surface. */
interface Wire {
  stream: Socket;
  parsedStatements: Record<string, string | undefined>;
  attachListeners(stream: Socket): void;
  _send(message: Buffer): boolean;
  close(statement: { type: 'S'; name: string }): void;
}

export interface LinkConfig extends pg.ClientConfig {
  /** A connection on which a statement stays unanswered for longer is ended; 0 for never. */
  answerWithinMs?: number;
}

/** Statements that a connection keeps prepared; those not used for longest make place. */
const maxPrepared = 200;

/**
 * One connection. Statements go out at once, without waiting for the answers to those before (each with a Sync of its
 * own, so that one that fails fails alone), and are answered in order.
 */
export class Link extends pg.Client {
  readonly #names = new Map<string, string>();
  /** By the name of a prepared statement. */
  readonly #columns = new Map<string, Columns>();
  #prepared = 0;
  #unanswered = 0;
  /** Since when the oldest statement under way waits for its answer, at most. */
  #since = 0;
  /** When a statement was last answered, as performance.now() says it. */
  answeredAt = 0;
  #idle: (() => void)[] = [];
  #copying: Promise<void> | undefined;

  constructor(config: LinkConfig) {
    super({ ...config, pipeline: true });
    // The statements under way are rejected by pg itself, and the pool looks at what is given back.
    this.on('error', () => {});
    containFaults(this.#wire);
    gatherMessages(this.#wire);
    this.#watch(config.answerWithinMs ?? 0);
  }

  get #wire(): Wire {
    return this.connection as unknown as Wire;
  }

  /** The server ends a statement that takes too long; this is for the server that does not answer at all. */
  #watch(limitMs: number): void {
    if (limitMs === 0) return;
    const timer = setInterval(() => {
      if (this.#unanswered > 0 && performance.now() - this.#since > limitMs) {
        this.destroy(new DatabaseUnavailable(`the database did not answer within ${limitMs} ms`));
      }
    }, limitMs / 5).unref();
    this.once('end', () => clearInterval(timer));
  }

  /** False while statements are under way, a transaction is open, or when the connection is lost. */
  get isReusable(): boolean {
    return !this.isLost && this.#unanswered === 0 && !this.#copying && this.getTransactionStatus() === 'I';
  }

  get isLost(): boolean {
    return this.#wire.stream.destroyed;
  }

  /** Ends the connection at once; what is under way on it is rejected. */
  destroy(reason: Error): void {
    this.#wire.stream.destroy(reason);
  }

  async run(command: Command): Promise<QueryResult> {
    while (this.#copying) await this.#copying;
    try {
      return await this.#send(command);
    } catch (error) {
      throw namingUnavailable(error, this.isLost);
    } finally {
      if (!this.isLost) this.answeredAt = performance.now();
      this.#unanswered -= 1;
      this.#since = performance.now();
      if (this.#unanswered === 0) for (const go of this.#idle.splice(0)) go();
    }
  }

  #send({ text, values, types, isPrepared, asArrays }: Command): Promise<QueryResult> {
    if (this.#unanswered === 0) this.#since = performance.now();
    this.#unanswered += 1;
    return new Promise((resolve, reject) => {
      const name = isPrepared ? this.#nameOf(text, types) : undefined;
      const config = { text, values, ...(name ? { name } : {}), ...(asArrays ? { rowMode: 'array' } : {}) };
      const query = new pg.Query(config, (error, result) => {
        if (error) {
          if (isOutdated(error)) this.#forget(statementKey(text, types));
          reject(error);
        } else {
          // Of several statements in one text the last one's.
          resolve((Array.isArray(result) ? result.at(-1) : result) as unknown as QueryResult);
        }
      });
      // Sent with Parse; pg's constructor would take them for parsers of the answer.
      Object.assign(query, { types });
      nameInCamelCase(query);
      if (name !== undefined) describeOnce(query, name, this.#columns);
      this.query(query);
    });
  }

  #nameOf(text: string, types: readonly number[]): string {
    const key = statementKey(text, types);
    const known = this.#names.get(key);
    const name = known ?? `s${(this.#prepared += 1)}`;
    // The newest last.
    if (known) this.#names.delete(key);
    this.#names.set(key, name);
    if (this.#names.size > maxPrepared) {
      const [oldest] = this.#names.keys();
      if (oldest !== undefined) this.#forget(oldest);
    }
    return name;
  }

  /** Its Close is answered together with the statement that follows. */
  #forget(key: string): void {
    const name = this.#names.get(key);
    if (name === undefined) return;
    this.#names.delete(key);
    this.#columns.delete(name);
    delete this.#wire.parsedStatements[name];
    this.#wire.close({ type: 'S', name });
  }

  /** Rows of `copy … to stdout` at the reader's pace. Throws what fails before the first; other statements wait for the end. */
  async readable(text: string): Promise<Readable> {
    const source = copyTo(text);
    const rows = await this.#copy(source, () => {
      this.query(source);
      return detachable(source);
    });
    try {
      await begun(source);
      return rows;
    } catch (error) {
      throw namingUnavailable(error, this.isLost);
    }
  }

  /** Takes what `copy … from stdin` reads. 'finish' says that it is in the table; destroyed, it leaves nothing there. */
  async writable(text: string): Promise<Writable> {
    const target = copyFrom(text);
    return this.#copy(target, () => this.query(target));
  }

  async #copy<T extends Readable | Writable>(inner: Readable | Writable, begin: () => T): Promise<T> {
    while (this.#copying) await this.#copying;
    const over = Promise.withResolvers<void>();
    this.#copying = over.promise;
    // pg has no copies in a pipeline: what was sent before is answered first.
    while (this.#unanswered > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    const end = (): void => {
      this.#copying = undefined;
      this.#setPipeline(true);
      over.resolve();
    };
    try {
      this.#setPipeline(false);
      for (const event of ['end', 'finish', 'error', 'close']) inner.once(event, end);
      // An error is always heard: who uses the stream may not listen yet, or no more.
      return begin().on('error', () => {}) as T;
    } catch (error) {
      end();
      throw namingUnavailable(error, this.isLost);
    }
  }

  #setPipeline(pipeline: boolean): void {
    Object.assign(this, { pipeline });
  }
}

/** The tables have changed under a prepared statement, or the server does not know it. */
const isOutdated = (error: Error): boolean =>
  ['0A000', '26000'].includes((error as { code?: string }).code ?? '');

const statementKey = (text: string, types: readonly number[]): string => `${types.join()} ${text}`;

/** What goes wrong while an answer is read ends that connection, not the program. */
function containFaults(wire: Wire): void {
  const attach = wire.attachListeners.bind(wire);
  wire.attachListeners = (stream) => {
    attach(stream);
    const [read] = stream.listeners('data').slice(-1) as ((chunk: Buffer) => void)[];
    if (!read) return;
    stream.removeListener('data', read);
    stream.on('data', (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  };
}

/** Messages that are sent in one go leave in one packet: writing is what a statement costs most. */
function gatherMessages(wire: Wire): void {
  let messages: Buffer[] = [];
  const leave = (): void => {
    const packet = messages.length === 1 ? messages[0] : Buffer.concat(messages);
    messages = [];
    if (packet && wire.stream.writable) wire.stream.write(packet);
  };
  // The name is pg's.
  // oxlint-disable-next-line no-underscore-dangle
  wire._send = (message) => {
    if (messages.push(message) === 1) process.nextTick(leave);
    return true;
  };
}
