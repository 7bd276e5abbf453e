import type { Sql } from '#database/connection.ts';

/** The first wait for a probe, and the longest. */
const firstWaitSeconds = 15;
const longestWaitSeconds = 300;

/** Opens the breaker of a connection for every program. False when it is open already. */
export async function openBreaker(
  sql: Sql,
  connectionId: number,
  reason: string,
  now: Date,
): Promise<boolean> {
  const opened = await sql`
    insert into processor_breaker (connection_id, opened_at, probe_at, wait_seconds, reason)
    values (${connectionId}, ${now}, ${now}::timestamptz + make_interval(secs => ${firstWaitSeconds}),
            ${firstWaitSeconds}, ${reason})
    on conflict do nothing returning 1`;
  return opened.length > 0;
}

/** Compare-and-set: one program makes the probe that is due. The next one is due after twice the wait. */
export async function claimProbe(sql: Sql, connectionId: number, now: Date): Promise<boolean> {
  const claimed = await sql`
    update processor_breaker
    set wait_seconds = least(wait_seconds * 2, ${longestWaitSeconds}),
      probe_at = ${now}::timestamptz + make_interval(secs => least(wait_seconds * 2, ${longestWaitSeconds}))
    where connection_id = ${connectionId} and probe_at <= ${now} returning 1`;
  return claimed.length > 0;
}

export async function closeBreaker(sql: Sql, connectionId: number): Promise<boolean> {
  const closed = await sql`
    delete from processor_breaker where connection_id = ${connectionId} returning 1`;
  return closed.length > 0;
}
