import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connection.ts';
import { type ProcessorTime, measureProcessorTime } from './processor-time.ts';

/** A connection without work publishes its counters after ten seconds at the latest. */
const publishedMs = 11_000;

interface Counters {
  inserted: number;
  updated: number;
  hot: number;
  deleted: number;
  commits: number;
  walBytes: number;
}

/**
 * Runs work of `count` payments and returns what one costs: rows written, commits, write-ahead log, and processor time beside
 * the direct client's.
 */
export async function measureCost(
  sql: Database,
  count: number,
  work: () => Promise<unknown>,
  floor: () => Promise<unknown>,
): Promise<string> {
  await sleep(publishedMs);
  const before = await readCounters(sql);
  const ours = await measureProcessorTime(work);
  await sleep(publishedMs);
  const after = await readCounters(sql);
  const plain = await measureProcessorTime(floor);
  const each = (name: keyof Counters) => (after[name] - before[name]) / count;
  const rows = [
    `a payment: ${each('inserted').toFixed(1)} rows inserted`,
    `${each('updated').toFixed(1)} updated (${each('hot').toFixed(1)} of them HOT)`,
    `${each('deleted').toFixed(1)} deleted`,
    `${each('commits').toFixed(1)} commits`,
    `${(each('walBytes') / 1000).toFixed(1)} kB of WAL`,
  ].join(', ');
  const text = ({ program, database }: ProcessorTime): string =>
    `${(program / count).toFixed(2)} ms in the program, ${(database / count).toFixed(2)} ms in PostgreSQL`;
  return `${rows}\n  processor time: ${text(ours)}; direct client: ${text(plain)}`;
}

async function readCounters(sql: Database): Promise<Counters> {
  const [row] = await sql<Counters[]>`
    select t.inserted, t.updated, t.hot, t.deleted, d.xact_commit as commits,
           pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::double precision as wal_bytes
    from pg_stat_database d, (
      select sum(n_tup_ins)::double precision as inserted, sum(n_tup_upd)::double precision as updated,
             sum(n_tup_hot_upd)::double precision as hot, sum(n_tup_del)::double precision as deleted
      from pg_stat_user_tables where schemaname = 'public') t
    where d.datname = current_database()`;
  if (!row) throw new Error('the database has no counters');
  return row;
}
