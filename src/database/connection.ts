import type { Fragment } from './driver/compose.ts';
import type { Sql } from './driver/statement.ts';

export type { JSONValue } from './driver/parameter.ts';
/** Any connection: the pool, a transaction. Reads tables that belong to no company. */
export type { Sql } from './driver/statement.ts';
export type { Fragment };

/** A pool of connections; each statement goes over one that is free. */
export interface Database extends Sql {
  /** The companies that `all-tenants` means here, for a job that runs for some of them. Undefined: all. */
  readonly allTenants?: readonly number[];
  /** Runs `work` in one transaction, which is rolled back when it throws. */
  begin<T>(work: (sql: TransactionSql) => T): Promise<Settled<T>>;
  begin<T>(options: string | TransactionOptions, work: (sql: TransactionSql) => T): Promise<Settled<T>>;
  /** A transaction in one round trip: `work` sends all its statements at once, as `pipelined` does. */
  once<T>(options: TransactionOptions, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** One connection, until it is released. */
  reserve(): Promise<Sql & { release(): void }>;
  /**
   * Throws DatabaseUnavailable at once while the server does not respond, where the pool is watched, and while it does not
   * write: a full disk, a standby.
   */
  ready(): Promise<void>;
  /** How far the server's clock is ahead of this machine's, in milliseconds; undefined where the pool is not watched. */
  clockOffsetMs(): number | undefined;
  /** Whether the server responds, and how many connections are in use. */
  state(): PoolState;
  /** Closes the connections; after `timeout` seconds also those in use. */
  end(options?: { timeout?: number }): Promise<void>;
}

/** A pool at one moment. */
export interface PoolState {
  /** Always false where the pool is not watched. */
  isDown: boolean;
  /** When `isDown` became what it is, or the pool was opened. */
  since: Date;
  /** Connections in use, of at most `max`. */
  used: number;
  max: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

export interface TransactionOptions {
  /** As after `begin`: 'isolation level repeatable read'. */
  mode?: string;
  /** Settings for this transaction, sent together with `begin`. */
  settings?: Readonly<Record<string, string | number>>;
}

/** A transaction. A part of it can fail alone: when `work` throws, only that part is rolled back. */
export interface TransactionSql extends Sql {
  savepoint<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
}

/** The result of `begin`: for a list of statements, the list of their rows. */
export type Settled<T> = T extends readonly unknown[] ? { [K in keyof T]: Awaited<T[K]> } : Awaited<T>;
