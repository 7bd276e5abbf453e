import { createHash } from 'node:crypto';
import type { Database, Sql } from '#database/connection.ts';
import { addMs, minuteMs, secondMs } from '../clock.ts';
import type { ServedEndpoint } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import type { Services } from '../services.ts';
import { type LimitState, rateLimitHeaders } from '../http/rate-limit-headers.ts';
import { realTimeOf } from '../time/test-clock.ts';
import type { Caller } from './caller.ts';

/**
 * Counts an attempt under `key` and returns the attempts in the current window. Windows are in real time: an address is counted for
 * all companies together.
 */
export async function countAttempt(sql: Sql, key: string, windowMs: number, at: Date): Promise<number> {
  const now = realTimeOf(at);
  const [row] = await sql<{ attempts: number }[]>`
    insert into throttle as t (key, attempts, resets_at) values (${hashKey(key)}, 1, ${addMs(now, windowMs)})
    on conflict (key) do update set
      attempts = case when t.resets_at <= ${now} then 1 else t.attempts + 1 end,
      resets_at = case when t.resets_at <= ${now} then excluded.resets_at else t.resets_at end
    returning attempts`;
  return row?.attempts ?? 0;
}

/** A call, counted without waiting for the disk: a crash may lose it. */
export const countCall = (database: Database, key: string, windowMs: number, now: Date): Promise<number> =>
  database.once({ settings: { synchronous_commit: 'off' } }, (sql) => countAttempt(sql, key, windowMs, now));

/** Undoes the count of an attempt. */
export async function undoAttempt(sql: Sql, key: string): Promise<void> {
  await sql`update throttle set attempts = attempts - 1 where key = ${hashKey(key)} and attempts > 0`;
}

/** Extends the window, so that a lock lasts its full time from the last attempt. */
export async function blockAttempts(sql: Sql, key: string, until: Date): Promise<void> {
  await sql`update throttle set resets_at = greatest(resets_at, ${until}) where key = ${hashKey(key)}`;
}

/** The attempts under each key, and the end of their window in real time. */
export async function loadAttempts(
  sql: Sql,
  keys: readonly string[],
  at: Date,
): Promise<Map<string, { attempts: number; resetsAt: Date }>> {
  const now = realTimeOf(at);
  const rows = await sql<{ key: string; attempts: number; resetsAt: Date }[]>`
    select key, attempts, resets_at from throttle
    where key in ${sql(keys.map(hashKey))} and resets_at > ${now}`;
  const found = new Map(rows.map(({ key, ...counted }) => [key, counted]));
  return new Map(keys.map((key) => [key, found.get(hashKey(key))] as const).filter(isKnown));
}

export async function clearAttempts(sql: Sql, key: string): Promise<void> {
  await sql`delete from throttle where key = ${hashKey(key)}`;
}

export async function deleteOldAttempts(sql: Sql, now: Date): Promise<void> {
  await sql`delete from throttle where resets_at <= ${now}`;
}

const isKnown = <T>(entry: readonly [string, T | undefined]): entry is readonly [string, T] =>
  entry[1] !== undefined;

/** Hashes the user's part of a key, because users type passwords into the wrong field. */
function hashKey(key: string): string {
  const end = key.lastIndexOf(':') + 1;
  return key.slice(0, end) + createHash('sha256').update(key.slice(end)).digest('base64url');
}

/** Throws 429 when `who`, a user or an address, has used up the calls of an endpoint (docs/domain.md#limits). */
export async function limitCalls(
  database: Database,
  { name, rateLimit }: Pick<ServedEndpoint, 'name' | 'rateLimit'>,
  who: string,
  now: Date,
): Promise<void> {
  if (rateLimit === undefined || rateLimit === 'search') return;
  const { calls, minutes, countedAs = name } = rateLimit;
  const counted = await countCall(database, `${countedAs}:${who}`, minutes * minuteMs, now);
  if (counted > calls) throw problems.tooManyRequests(minutes * 60);
}

/**
 * Counts a search, and returns what is left of this second's searches; undefined without a limit. Throws 429 when the caller has
 * used them up (docs/domain.md#limits). Counted in the database, so that the limit holds for all processes together.
 */
export async function limitSearches(
  { config, database }: Pick<Services, 'config' | 'database'>,
  caller: Pick<Caller, 'kind' | 'id'>,
  now: Date,
): Promise<LimitState | undefined> {
  const { searchLimit: quota } = config;
  if (quota === 0) return undefined;
  const searches = await countCall(database, `search:${caller.kind}:${caller.id}`, secondMs, now);
  const remaining = Math.max(0, quota - searches);
  const limit: LimitState = { name: 'searches', quota, remaining, seconds: { window: 1, left: 1 } };
  if (searches <= quota) return limit;
  throw problems.tooManyRequests(1, caller.kind === 'api' ? rateLimitHeaders([limit]) : {});
}
