import { type Database, reportMs } from './connection.ts';
import type { TenantSql } from './tenant.ts';

/** Nobody waited for the answer any more, and the statement was stopped. */
export class QueryCancelled extends Error {}
/** A statement ran longer than it may. */
export class QueryTimeout extends Error {}

/**
 * Runs `work`, a report, in the transaction of `sql`, and stops its statement when `over` is aborted. Throws Stopped then,
 * and QueryTimeout when the time of a statement was up.
 */
export async function cancellable<T>(
  { database, sql, over }: { database: Database; sql: TenantSql; over: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  if (over.aborted) throw new QueryCancelled();
  // On its way together with the first statement of `work`: it costs no round trip of its own.
  const named = readBackend(sql);
  const stop = (): void => void named.then((backend) => stopBackend(database, backend)).catch(() => {});
  over.addEventListener('abort', stop, { once: true });
  try {
    const [, answer] = await Promise.all([named, work()]);
    return answer;
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error;
    throw over.aborted ? new QueryCancelled() : new QueryTimeout();
  } finally {
    over.removeEventListener('abort', stop);
  }
}

export interface Backend {
  pid: number;
  begun: string;
}

export async function readBackend(sql: TenantSql): Promise<Backend> {
  const [backend] = await sql<Backend[]>`
    select pg_backend_pid() as pid, now()::text as begun,
           set_config('statement_timeout', ${String(reportMs)}, true) as limit`;
  return backend ?? { pid: 0, begun: '' };
}

/**
 * From another connection, as the user who signed in to the database: the role that the programs take on may neither see
 * nor stop what that user's connections do. The transaction is named by the moment it began too, so that a late word never meets what the
 * connection does next.
 */
export async function stopBackend(database: Database, { pid, begun }: Backend): Promise<void> {
  await database.begin(async (sql) => {
    await sql`set local role none`;
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${pid} and xact_start = ${begun}::text::timestamptz and state = 'active'`;
  });
}
