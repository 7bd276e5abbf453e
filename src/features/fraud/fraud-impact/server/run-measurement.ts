import { problems } from '#shared/problem.ts';
import { QueryCancelled, QueryTimeout, cancellable } from '#database/cancellable.ts';
import type { Database } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';

interface Running {
  sql: TenantSql;
  database: Database;
  signal: AbortSignal;
}

/**
 * Runs statements that PostgreSQL cancels when the client disconnects. Throws 499 then, and 503 when one of them exceeds the
 * time limit of a report.
 */
export async function runMeasurement<T>(
  { sql, database, signal }: Running,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await cancellable({ database, sql, signal }, async () => {
      // One large statement a time: its plan depends on the rule, and compiling it takes longer than it saves.
      await pipelined(sql, [
        () => sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`,
        () => sql`select set_config('jit', 'off', true)`,
      ]);
      return work();
    });
  } catch (error) {
    if (error instanceof QueryCancelled) throw problems.gone();
    throw error instanceof QueryTimeout ? problems.busy() : error;
  }
}
