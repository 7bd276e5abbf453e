import type { Fragment } from './driver/compose.ts';
import { Pool, type Settled, type TransactionOptions, type TransactionSql } from './driver/pool.ts';
import { type Sql, sqlOn } from './driver/statement.ts';

export type { JSONValue } from './driver/parameter.ts';
/** Any connection: the pool, a transaction. Reads tables that belong to no company. */
export type { Sql } from './driver/statement.ts';
export { DatabaseUnavailable } from './driver/unavailable.ts';
export type { TransactionSql } from './driver/pool.ts';
export type { Fragment };

/** The application's role; migrations create it, every connection of the programs takes it on. */
export const applicationRole = 'countinghouse_app';

/** A pool of connections; each statement goes over one that is free. */
export interface Database extends Sql {
  /** Runs `work` in one transaction, which is rolled back when it throws. */
  begin<T>(work: (sql: TransactionSql) => T): Promise<Settled<T>>;
  begin<T>(options: string | TransactionOptions, work: (sql: TransactionSql) => T): Promise<Settled<T>>;
  /** One connection, until it is released. */
  reserve(): Promise<Sql & { release(): void }>;
  /** Closes the connections; after `timeout` seconds also those in use. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface ConnectionOptions {
  /** Most connections in the pool. */
  max?: number;
  /** 'owner' for migrations and test arrangements; 'application' (default) for everything else. */
  as?: 'application' | 'owner';
  statementTimeoutMs?: number;
  /** Seeding trades the last milliseconds of durability for speed; money never does. */
  synchronousCommit?: boolean;
}

/** Opens a pool. int8 becomes number (ids and minor units stay below 2^53), date stays 'yyyy-mm-dd'. */
export function openDatabase(url: string, options: ConnectionOptions = {}): Database {
  const pool = new Pool({
    url,
    max: options.max ?? 10,
    waitMs: 10_000,
    settings: {
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      ...(options.as === 'owner' ? {} : { role: applicationRole }),
      ...(options.synchronousCommit === false ? { synchronous_commit: 'off' } : {}),
    },
  });
  return Object.assign(sqlOn(pool), {
    begin<T>(
      first: string | TransactionOptions | ((sql: TransactionSql) => T),
      second?: (sql: TransactionSql) => T,
    ) {
      if (typeof first === 'function') return pool.transact({}, first);
      return pool.transact(
        typeof first === 'string' ? { mode: first } : first,
        second as (sql: TransactionSql) => T,
      );
    },
    reserve: () => pool.reserve(),
    end: (how?: { timeout?: number }) => pool.end(how),
  });
}
