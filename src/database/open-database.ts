import type { Database, TransactionOptions, TransactionSql } from './connection.ts';
import { Link } from './driver/link.ts';
import { Pool, type Watch } from './driver/pool.ts';
import { createSql } from './driver/statement.ts';
import { toCallerError } from './driver/unavailable.ts';

export { DatabaseUnavailable } from './driver/unavailable.ts';
export { cannotWrite } from './driver/write-state.ts';

/** The application's role: migrations create it, every connection of the processes uses it. */
export const applicationRole = 'countinghouse_app';

/** Kinds of work: the longest statement, and how long it may wait for a connection. In milliseconds, 0 for any time. */
const limits = {
  /** A request waits for the response. Reports and exports have longer limits (reportMs, export-rows.ts). */
  interactive: { statementMs: 15_000, waitMs: 1800 },
  job: { statementMs: 120_000, waitMs: 30_000 },
  /** Migrations, seeds, audits: run by an operator. */
  maintenance: { statementMs: 0, waitMs: 10_000 },
};
/** Time limit of a report's statement. */
export const reportMs = 30_000;
/** Added for a slow server that still responds. */
const graceMs = 5000;

export interface ConnectionOptions {
  /** Maximum number of connections. */
  max?: number;
  /** 'owner' for migrations and test arrangements; 'application' (default) for everything else. */
  as?: 'application' | 'owner';
  kind?: keyof typeof limits;
  /** Seeding trades the last milliseconds of durability for speed; money never does. */
  synchronousCommit?: boolean;
  /** Detects a hanging server before the time limit of a statement. */
  watch?: Watch;
  /** The address is a pooler's. */
  pooler?: Pooler | undefined;
}

/** A pooler in session or transaction mode. Its logins bring the role and the time limit of their kind of work. */
export interface Pooler {
  /** The pooler keeps prepared statements in its mode. */
  keepsStatements: boolean;
}

/** The time limit of a statement for the kinds of work that go through a pooler. */
export const pooledLimits = { interactive: limits.interactive.statementMs, job: limits.job.statementMs };

/** For pg-boss, which creates its own pool: the same limits. */
export function jobQueuePool(url: string) {
  const { statementMs, waitMs } = limits.job;
  return {
    connectionString: url,
    max: 3,
    application_name: 'countinghouse-worker',
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    statement_timeout: statementMs,
    // Ends the connection: the server did not respond at all.
    query_timeout: statementMs + graceMs,
    Client: Link,
  };
}

/** An error of the job queue: one that does not come from a statement becomes DatabaseUnavailable. */
export const jobQueueError = (error: unknown): unknown =>
  toCallerError(error, (error as { severity?: string }).severity === undefined);

/** Opens a pool. int8 becomes number (ids and minor units stay below 2^53), date stays 'yyyy-mm-dd'. */
export function openDatabase(url: string, options: ConnectionOptions = {}): Database {
  const { max = 10, kind = 'interactive', watch } = options;
  const { statementMs, waitMs } = limits[kind];
  const pool = new Pool({
    url,
    max,
    waitMs,
    maxQueued: 25 * max,
    responseTimeoutMs: statementMs === 0 ? 0 : Math.max(statementMs, reportMs) + graceMs,
    watch,
    isPooled: options.pooler !== undefined,
    keepsStatements: options.pooler?.keepsStatements,
    settings: {
      statement_timeout: statementMs,
      ...(options.as === 'owner' ? {} : { role: applicationRole }),
      ...(options.synchronousCommit === false ? { synchronous_commit: 'off' } : {}),
    },
  });
  return Object.assign(createSql(pool), {
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
    once: <T>(options: TransactionOptions, work: (sql: TransactionSql) => Promise<T>) =>
      pool.once(options, work),
    reserve: () => pool.reserve(),
    ready: () => pool.ready(),
    state: () => pool.state,
    clockOffsetMs: () => pool.clockOffsetMs,
    end: (options?: { timeout?: number }) => pool.end(options),
  });
}
