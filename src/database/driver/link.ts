import { sqlState } from '../sql-state.ts';
import pg from 'pg';
import { type Duplex, Readable, type Writable } from 'node:stream';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withSpan } from '#tracing/span.ts';
import { describeStatement } from './describe-statement.ts';
import type { Command, QueryResult } from './compose.ts';
import { type Prepared, SentBatch, SentCopy, SentStatement } from './sent-statement.ts';
import { DatabaseUnavailable, toCallerError } from './unavailable.ts';

export interface LinkConfig extends pg.ClientConfig {
  /** A connection is closed when a statement has no response for longer; 0 for never. */
  responseTimeoutMs?: number;
  /** Called with the error of each statement. */
  onError?: (error: unknown) => void;
  /** False: no statement is kept by its name, as a pooler requires that lends a session for one transaction. */
  keepsStatements?: boolean;
}

/** Prepared statements per connection; the least recently used one is dropped. */
const maxPrepared = 200;

/**
 * One connection. Statements are sent without waiting for earlier responses, and PostgreSQL executes them in order. Outside
 * a transaction each has a separate Sync, so that it fails alone.
 */
export class Link extends pg.Client {
  readonly #onError: LinkConfig['onError'];
  readonly #keepsStatements: boolean;
  /** By text and types of the parameters, the newest last. */
  readonly #prepared = new Map<string, Prepared>();
  #names = 0;
  /** Statements of this turn of the event loop, which are sent together. */
  #gathered: SentStatement[] = [];
  #unanswered = 0;
  /** The time since when the oldest pending statement waits, at most. */
  #since = 0;
  /** The time of the last response, by performance.now(). */
  respondedAt = 0;
  #idle: (() => void)[] = [];
  #copying: Promise<void> | undefined;

  constructor(config: LinkConfig = {}) {
    super({ ...config, pipeline: true });
    this.#onError = config.onError;
    this.#keepsStatements = config.keepsStatements ?? true;
    // pg rejects the pending statements, and the pool checks each connection that is released.
    this.on('error', () => {});
    this.connection.once(this.ssl ? 'sslconnect' : 'connect', () => closeOnFault(this.connection.stream));
    this.#watch(config.responseTimeoutMs ?? 0);
  }

  /** The server cancels a slow statement itself; this is for a server that does not respond. */
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
    return this.connection.stream.destroyed;
  }

  /** Closes the connection at once; its pending statements are rejected. */
  destroy(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  /** A statement of a transaction is sent with the others of this turn: when one fails, those after it are not executed. */
  async run(command: Command, isInside = false): Promise<QueryResult> {
    while (this.#copying) await this.#copying;
    try {
      return await withSpan(
        () => ({
          name: describeStatement(command.text),
          kind: 'client',
          attributes: { 'db.system': 'postgresql' },
        }),
        () => this.#send(command, isInside),
      );
    } catch (error) {
      this.#onError?.(error);
      throw toCallerError(error, this.isLost);
    }
  }

  #noteEnd(): void {
    if (!this.isLost) this.respondedAt = performance.now();
    this.#unanswered -= 1;
    this.#since = performance.now();
    if (this.#unanswered === 0) for (const resume of this.#idle.splice(0)) resume();
  }

  #send(command: Command, isInside: boolean): Promise<QueryResult> {
    if (this.#unanswered === 0) this.#since = performance.now();
    this.#unanswered += 1;
    return new Promise((resolve, reject) => {
      const key = command.isPrepared && this.#keepsStatements ? statementKey(command) : undefined;
      const prepared = key === undefined ? undefined : this.#prepare(key);
      const onError = (error: Error): void => {
        // A statement that was never executed may not have been parsed.
        if (key !== undefined && (!prepared?.shape || isOutdated(error))) this.#forget(key);
        reject(error);
      };
      const ended = (): void => this.#noteEnd();
      const statement = new SentStatement({ command, prepared, resolve, reject: onError, ended });
      if (isInside && !statement.isSimple) this.#gather(statement);
      else {
        this.#sendGathered();
        this.query(new SentBatch([statement]));
      }
    });
  }

  #gather(statement: SentStatement): void {
    if (this.#gathered.push(statement) === 1) process.nextTick(() => this.#sendGathered());
  }

  #sendGathered(): void {
    const statements = this.#gathered.splice(0);
    if (statements.length === 0) return;
    const batch = new SentBatch(statements);
    try {
      this.query(batch);
    } catch (error) {
      // Half of it may have been sent.
      this.destroy(error as Error);
      batch.handleError(error as Error);
    }
  }

  #prepare(key: string): Prepared {
    const prepared = this.#prepared.get(key) ?? { name: `s${(this.#names += 1)}`, isSent: false };
    this.#prepared.delete(key);
    this.#prepared.set(key, prepared);
    if (this.#prepared.size > maxPrepared) {
      const [oldest] = this.#prepared.keys();
      if (oldest !== undefined) this.#forget(oldest);
    }
    return prepared;
  }

  /** The response to its Close arrives with the response to the next statement. */
  #forget(key: string): void {
    const prepared = this.#prepared.get(key);
    if (!prepared) return;
    this.#prepared.delete(key);
    this.connection.close({ type: 'S', name: prepared.name }, true);
  }

  /**
   * Rows of `copy … to stdout` at the reader's pace. Throws what fails before the first; other statements wait for
   * the end.
   */
  async readable(text: string): Promise<Readable> {
    const source = copyTo(text);
    const rows = await this.#copy(source, () => {
      this.query(new SentCopy(source));
      return detachable(source);
    });
    try {
      await untilStarted(source);
      return rows;
    } catch (error) {
      throw toCallerError(error, this.isLost);
    }
  }

  /**
   * The input of `copy … from stdin`. After 'finish' the rows are in the table; a destroyed stream leaves none
   * there.
   */
  async writable(text: string): Promise<Writable> {
    const target = copyFrom(text);
    return this.#copy(target, () => {
      this.query(new SentCopy(target));
      return target;
    });
  }

  async #copy<T extends Readable | Writable>(inner: Readable | Writable, begin: () => T): Promise<T> {
    while (this.#copying) await this.#copying;
    const over = Promise.withResolvers<void>();
    this.#copying = over.promise;
    // pg cannot pipeline a copy: it waits for the responses to earlier statements.
    while (this.#unanswered > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    const end = (): void => {
      this.#copying = undefined;
      over.resolve();
    };
    try {
      for (const event of ['end', 'finish', 'error', 'close']) inner.once(event, end);
      // An error always has a listener, because the stream may have none yet or no longer.
      return begin().on('error', () => {}) as T;
    } catch (error) {
      end();
      throw toCallerError(error, this.isLost);
    }
  }
}

/** The tables have changed under a prepared statement, or the server has dropped it. */
const isOutdated = (error: Error): boolean => ['0A000', '26000'].includes(sqlState(error));

const statementKey = ({ text, types }: Command): string => `${types.join()} ${text}`;

/** An exception while a response is parsed closes that connection, not the process. */
function closeOnFault(stream: Duplex): void {
  const [read] = stream.listeners('data') as ((chunk: Buffer) => void)[];
  if (!read) return;
  stream.removeListener('data', read);
  stream.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
}

/**
 * `source` at the reader's pace, as a stream that can be destroyed at any time: the remaining rows are then read and
 * dropped, because the connection can only be used again after the copy has ended.
 */
function detachable(source: Readable): Readable {
  const reader = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      source.resume();
      done(error);
    },
  });
  source.on('data', (chunk: Buffer) => {
    if (!reader.destroyed && !reader.push(chunk)) source.pause();
  });
  source.once('end', () => reader.push(null));
  source.on('error', (error: Error) => {
    source.destroy();
    reader.destroy(error);
  });
  source.resume();
  return reader;
}

/** Resolved with the first rows or the end of `source`; rejected when it fails before. */
function untilStarted(source: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    source.once('data', () => resolve());
    source.once('end', () => resolve());
    source.once('error', reject);
  });
}
