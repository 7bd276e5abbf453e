import { sqlState } from './sql-state.ts';
import type { Database } from './connection.ts';
import { reportMs } from './open-database.ts';
import { pipelined } from './pipelined.ts';
import type { TenantSql } from './tenant.ts';

/** The caller went away, so the statement was cancelled. */
export class QueryCancelled extends Error {}
/** A statement exceeded its time limit. */
export class QueryTimeout extends Error {}

/**
 * Runs `work`, a report, in the transaction of `sql`, and cancels its statement when `signal` is aborted. Throws
 * QueryCancelled then, and QueryTimeout when a statement exceeded its time limit.
 */
export async function cancellable<T>(
  { database, sql, signal }: { database: Database; sql: TenantSql; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new QueryCancelled();
  // Sent together with the first statement of `work`, so it costs no extra round trip.
  const backendRead = readBackend(sql);
  const stop = (): void => void backendRead.then((backend) => stopBackend(database, backend)).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [, result] = await pipelined(sql, [() => backendRead, work]);
    return result;
  } catch (error) {
    if (sqlState(error) !== '57014') throw error;
    throw signal.aborted ? new QueryCancelled() : new QueryTimeout();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface Backend {
  pid: number;
  startedAt: string;
}

export async function readBackend(sql: TenantSql): Promise<Backend> {
  const [backend] = await sql<Backend[]>`
    select pg_backend_pid() as pid, now()::text as started_at,
           set_config('statement_timeout', ${String(reportMs)}, true) as limit`.promptly();
  return backend ?? { pid: 0, startedAt: '' };
}

/**
 * Cancels from another connection, as the user who signed in to the database: the application's role may not see that
 * user's statements. The time at which the transaction began keeps a late call from cancelling the connection's next one.
 */
export async function stopBackend(database: Database, { pid, startedAt }: Backend): Promise<void> {
  await database.begin(async (sql) => {
    await sql`set local role none`;
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${pid} and xact_start = ${startedAt}::text::timestamptz and state = 'active'`;
  });
}
