import { createHash } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { addMs } from '../clock.ts';

/** Counts one attempt under `key` and returns how many there were in the running window. */
export async function countAttempt(sql: Sql, key: string, windowMs: number, now: Date): Promise<number> {
  const [row] = await sql<{ attempts: number }[]>`
    insert into throttle as t (key, attempts, resets_at) values (${stored(key)}, 1, ${addMs(now, windowMs)})
    on conflict (key) do update set
      attempts = case when t.resets_at <= ${now} then 1 else t.attempts + 1 end,
      resets_at = case when t.resets_at <= ${now} then excluded.resets_at else t.resets_at end
    returning attempts`;
  return row?.attempts ?? 0;
}

/** One that was counted beforehand has turned out not to be one. */
export async function undoAttempt(sql: Sql, key: string): Promise<void> {
  await sql`update throttle set attempts = attempts - 1 where key = ${stored(key)} and attempts > 0`;
}

/** Holds the counter at least until then: a lock lasts its full time from the attempt that caused it. */
export async function blockAttempts(sql: Sql, key: string, until: Date): Promise<void> {
  await sql`update throttle set resets_at = greatest(resets_at, ${until}) where key = ${stored(key)}`;
}

/** Attempts so far under each key, and when the latest window ends. */
export async function loadAttempts(
  sql: Sql,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, { attempts: number; resetsAt: Date }>> {
  const rows = await sql<{ key: string; attempts: number; resetsAt: Date }[]>`
    select key, attempts, resets_at from throttle
    where key = any (${keys.map(stored)}) and resets_at > ${now}`;
  const found = new Map(rows.map(({ key, ...counted }) => [key, counted]));
  return new Map(keys.map((key) => [key, found.get(stored(key))] as const).filter(isKnown));
}

export async function clearAttempts(sql: Sql, key: string): Promise<void> {
  await sql`delete from throttle where key = ${stored(key)}`;
}

export async function deleteOldAttempts(sql: Sql, now: Date): Promise<void> {
  await sql`delete from throttle where resets_at <= ${now}`;
}

const isKnown = <T>(entry: readonly [string, T | undefined]): entry is readonly [string, T] =>
  entry[1] !== undefined;

/** Keys hold what people typed, and people type passwords into the wrong box: only a hash of it is stored. */
function stored(key: string): string {
  const end = key.lastIndexOf(':') + 1;
  return key.slice(0, end) + createHash('sha256').update(key.slice(end)).digest('base64url');
}
