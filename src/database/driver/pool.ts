import { sqlState } from '../sql-state.ts';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import type { PoolState, Settled, TransactionOptions, TransactionSql } from '../connection.ts';
import type { Command, Executor, QueryResult } from './compose.ts';
import { Link, type LinkConfig } from './link.ts';
import { Pulse } from './pulse.ts';
import { type Sql, createSql } from './statement.ts';
import { DatabaseUnavailable, toCallerError } from './unavailable.ts';
import { WriteState, writeNewFile } from './write-state.ts';

interface PoolOptions {
  url: string;
  /** Maximum number of connections. */
  max: number;
  /** How long a statement waits for a connection, a new one included. */
  waitMs: number;
  /** Maximum number of statements that wait for one; more are rejected at once. */
  maxQueued: number;
  /** A connection without a response for longer is closed; 0 for never. */
  responseTimeoutMs: number;
  /** Called when the server stops responding and when it responds again; without it the pool does not check. */
  watch?: Watch;
  /** Settings that every session begins with. */
  settings: Settings;
  /** By a pooler: the login brings the settings, because the pooler drops those of a connection. */
  isPooled?: boolean;
  /** False behind a pooler that does not keep prepared statements. */
  keepsStatements?: boolean;
}

export interface Watch {
  onDown(reason: Error): void;
  onUp(downMs: number): void;
}

type Leased = Link & pg.PoolClient;

/** Connections for statements and transactions. A connection with an error is closed and not used again. */
export class Pool implements Executor {
  readonly #options: PoolOptions;
  readonly #config: LinkConfig;
  readonly #pool: pg.Pool;
  readonly #links = new Set<Link>();
  readonly #pulse: Pulse | undefined;
  readonly #writes = new WriteState(() => this.run(plain(writeNewFile)));
  /** When the pool was opened, or the server last stopped or began to respond. */
  #since = new Date();
  /** Rejected when the server does not respond. */
  #outage = Promise.withResolvers<never>();

  constructor(options: PoolOptions) {
    const { url, max, waitMs, settings, responseTimeoutMs, watch, keepsStatements } = options;
    this.#options = options;
    this.#config = {
      ...connectionConfig(url, options.isPooled === true ? {} : settings),
      application_name: 'countinghouse',
      keepAlive: true,
      responseTimeoutMs,
      keepsStatements,
      onError: (error) => this.#writes.note(error),
    };
    this.#pool = new pg.Pool({
      ...this.#config,
      Client: Link,
      max,
      connectionTimeoutMillis: waitMs,
      // Only ours, so that idle pools of stopped tests do not linger.
      idleTimeoutMillis: 60_000,
      verify: (client, done) => void verifySession(client as Leased, settings, done),
    });
    // An idle connection was lost: the pool has already removed it.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => void this.#links.add(client as Leased));
    this.#pool.on('remove', (client) => void this.#links.delete(client as Leased));
    this.#outage.promise.catch(() => {});
    this.#pulse = watch && this.#watched(watch);
  }

  #watched(watch: Watch): Pulse {
    return new Pulse({
      connect: async () => {
        const link = new Link({ ...this.#config, connectionTimeoutMillis: this.#options.waitMs });
        await link.connect();
        return link;
      },
      lastResponse: () => Math.max(0, ...[...this.#links].map(({ respondedAt }) => respondedAt)),
      onDown: (reason) => {
        this.#since = new Date();
        this.#outage.reject(reason);
        for (const link of this.#links) link.destroy(reason);
        watch.onDown(reason);
      },
      onUp: (downMs) => {
        this.#since = new Date();
        this.#outage = Promise.withResolvers<never>();
        this.#outage.promise.catch(() => {});
        watch.onUp(downMs);
      },
    });
  }

  /** Throws when the server cannot be reached, does not respond or does not write. */
  async ready(): Promise<void> {
    if (this.#pulse?.isDown) await this.#outage.promise;
    if (!this.#pulse) await this.run(plain('select 1'));
    await this.#writes.check();
  }

  get clockOffsetMs(): number | undefined {
    return this.#pulse?.clockOffsetMs;
  }

  get state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      isDown: this.#pulse?.isDown ?? false,
      since: this.#since,
      used: totalCount - idleCount,
      max: this.#options.max,
      waiting: waitingCount,
    };
  }

  async run(command: Command): Promise<QueryResult> {
    const link = await this.#take();
    try {
      return await link.run(command);
    } finally {
      releaseLink(link);
    }
  }

  readable(text: string): Promise<Readable> {
    return this.#copy((link) => link.readable(text));
  }

  writable(text: string): Promise<Writable> {
    return this.#copy((link) => link.writable(text));
  }

  /** A connection for one caller, until it is released. */
  async reserve(): Promise<Sql & { release(): void }> {
    const link = await this.#take();
    return Object.assign(createSql(link), { release: () => releaseLink(link) });
  }

  /**
   * Runs `work` in a transaction and commits its result. Rolls back when `work` throws or one of its statements
   * failed.
   */
  async transact<T>(
    { mode = '', settings = {} }: TransactionOptions,
    work: (sql: TransactionSql) => T,
  ): Promise<Settled<T>> {
    if (!/^[a-z ]*$/.test(mode)) throw new TypeError(`not a transaction mode: ${mode}`);
    const link = await this.#take();
    const inside = new Inside(link, { mode, settings });
    try {
      const outcome = work(inside.sql());
      const result = await (Array.isArray(outcome) ? Promise.all(outcome) : outcome);
      await inside.commit();
      return result as Settled<T>;
    } catch (error) {
      throw await inside.rollBack(error);
    } finally {
      releaseLink(link);
    }
  }

  /**
   * A transaction in one round trip: begin, the first statement of each step, and commit are sent together. When one fails,
   * nothing after it is executed, commit included.
   */
  async once<T>(
    { mode = '', settings = {} }: TransactionOptions,
    work: (sql: TransactionSql) => Promise<T>,
  ): Promise<T> {
    const link = await this.#take();
    const inside = new Inside(link, { mode, settings });
    try {
      const working = (async () => work(inside.sql()))();
      // The statements of the steps are sent one microtask after their start.
      await Promise.resolve();
      const ended = inside.commit();
      const [result] = await allSettledOrThrow([working, ended]);
      return result as T;
    } catch (error) {
      throw await inside.rollBack(error);
    } finally {
      releaseLink(link);
    }
  }

  /** Closes when all connections are released, after `timeout` seconds in any case. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    if (this.#pool.ending) return;
    this.#pulse?.stop();
    const cut = () => {
      for (const link of this.#links) link.destroy(new DatabaseUnavailable('the pool was closed'));
    };
    const timer = timeout === undefined ? undefined : setTimeout(cut, timeout * 1000);
    await this.#pool.end();
    clearTimeout(timer);
  }

  async #take(): Promise<Leased> {
    if (this.#pulse?.isDown) await this.#outage.promise;
    if (this.#pool.waitingCount >= this.#options.maxQueued) {
      throw new DatabaseUnavailable('too many statements wait for a connection');
    }
    const connecting = this.#pool.connect() as Promise<Leased>;
    try {
      return await (this.#pulse ? Promise.race([connecting, this.#outage.promise]) : connecting);
    } catch (error) {
      void connecting.then(releaseLink, () => {});
      throw toCallerError(error, true);
    }
  }

  async #copy<T extends Readable | Writable>(begin: (link: Leased) => Promise<T>): Promise<T> {
    const link = await this.#take();
    try {
      const stream = await begin(link);
      void finished(stream)
        .catch(() => {})
        .then(() => releaseLink(link));
      return stream;
    } catch (error) {
      releaseLink(link);
      throw error;
    }
  }
}

/** The statements of one transaction. `begin` is sent with the first of them. */
class Inside implements Executor {
  readonly #link: Link;
  #isOver = false;
  #savepoints = 0;
  #failure: unknown;
  /** The failure of `begin`: there is no transaction. */
  #unbegun: unknown;

  constructor(link: Link, begin?: { mode: string; settings: Settings }) {
    this.#link = link;
    if (!begin) return;
    // When one of them fails, the statements behind it are not executed.
    const texts = [
      `begin ${begin.mode}`,
      ...Object.entries(begin.settings).map(([name, value]) => setLocal(name, value)),
    ];
    for (const text of texts) this.#send(control(text)).catch((error: unknown) => (this.#unbegun ??= error));
  }

  async run(command: Command): Promise<QueryResult> {
    this.#refuseLate();
    if (this.#unbegun !== undefined) throw this.#unbegun;
    return this.#send(command);
  }

  async #send(command: Command): Promise<QueryResult> {
    try {
      return await this.#link.run(command, true);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  readable(text: string): Promise<Readable> {
    this.#refuseLate();
    return this.#link.readable(text);
  }

  writable(text: string): Promise<Writable> {
    this.#refuseLate();
    return this.#link.writable(text);
  }

  sql(): TransactionSql {
    return Object.assign(createSql(this), {
      savepoint: <T>(work: (sql: TransactionSql) => Promise<T>) => this.#savepoint(work),
    });
  }

  async #savepoint<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    await this.run(control(`savepoint ${name}`));
    // A failure inside the savepoint does not fail the transaction.
    const part = new Inside(this.#link);
    part.#savepoints = this.#savepoints;
    try {
      const result = await work(part.sql());
      if (part.#failure !== undefined) throw part.#failure;
      return result;
    } catch (error) {
      part.#isOver = true;
      await this.run(control(`rollback to savepoint ${name}`));
      throw error;
    } finally {
      part.#isOver = true;
      this.#savepoints = part.#savepoints;
    }
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    if (this.#failure !== undefined) throw this.#failure;
    // PostgreSQL responds to the commit of a failed transaction with ROLLBACK, without an error.
    const { command } = await this.#send(control('commit'));
    if (command !== 'COMMIT') throw this.#failure ?? new Error('the transaction was rolled back');
  }

  /** Returns the error to throw: the first failure, not the rejection of a later statement. */
  async rollBack(reason: unknown): Promise<unknown> {
    this.#isOver = true;
    await this.#link.run(control('rollback'), true).catch(() => {});
    return sqlState(reason) === '25P02' ? (this.#failure ?? reason) : reason;
  }

  /** The pool may have lent the connection to another caller. */
  #refuseLate(): void {
    if (this.#isOver) throw new Error('a statement was sent after its transaction had ended');
  }
}

function releaseLink(link: Leased): void {
  if (link.isReusable) link.release();
  else {
    link.destroy(new DatabaseUnavailable('the connection was given back in the middle of its work'));
    link.release(true);
  }
}

const plain = (text: string): Command => ({ text, values: [], types: [], isPrepared: false });

const control = (text: string): Command => ({ ...plain(text), isControl: true });

/** Waits for all, so that nothing is under way when the connection is given back. Throws the first failure. */
async function allSettledOrThrow(all: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(all);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
}

const setLocal = (name: string, value: string | number): string =>
  `set local ${name} = ${pg.escapeLiteral(String(value))}`;

/** Settings are sent with the start of a session, after the options in the address. */
function connectionConfig(url: string, settings: Settings): { connectionString: string } {
  const address = new URL(url);
  if (Object.keys(settings).length === 0) return { connectionString: address.href };
  const options = address.searchParams.get('options') ?? '';
  const startupOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [options, ...startupOptions].join(' ').trim());
  return { connectionString: address.href };
}

/** What a session begins with. */
type Settings = Readonly<Record<string, string | number>>;

/** For the `verify` of a pool, which takes a callback. */
async function verifySession(
  link: Pick<Link, 'run'>,
  settings: Settings,
  done: (error?: Error) => void,
): Promise<void> {
  let failure: Error | undefined;
  try {
    await checkSession(link, settings);
  } catch (error) {
    failure = error as Error;
  }
  done(failure);
}

/**
 * Throws for a new session without the role or the time limit that its start asked for: a pooler between has dropped the
 * options. As the owner the program would see the rows of every company.
 */
async function checkSession(link: Pick<Link, 'run'>, settings: Settings): Promise<void> {
  const { role, statement_timeout: limit } = settings;
  if (role === undefined) return;
  const { rows } = await link.run({
    text: `select current_user = ${pg.escapeLiteral(String(role))} as has_role,
      current_setting('statement_timeout') <> '0' as has_limit`,
    values: [],
    types: [],
    isPrepared: false,
  });
  const [session] = rows as {
    has_role?: boolean;
    hasRole?: boolean;
    has_limit?: boolean;
    hasLimit?: boolean;
  }[];
  const hasRole = session?.has_role ?? session?.hasRole;
  const hasLimit = session?.has_limit ?? session?.hasLimit;
  if (hasRole === true && (hasLimit === true || limit === 0)) return;
  const missing = hasRole === true ? 'without a time limit of statements' : `not in the role ${String(role)}`;
  throw new DatabaseUnavailable(
    `the session is ${missing}: a pooler drops the options of connections (docs/running.md#poolers)`,
    { code: 'WRONG_SESSION' },
  );
}
