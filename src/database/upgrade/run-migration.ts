import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../connection.ts';
import { sqlState } from '../sql-state.ts';
import { concurrentIndex, describeChanges } from './describe-change.ts';
import type { Migration } from './migration-file.ts';

/** One connection, on which a transaction is begun and ended by statements. */
type Connection = Pick<Sql, 'unsafe'> & Sql;

export interface RunOptions {
  /** The release of this program, which is recorded. */
  release: string | undefined;
  /** Nothing runs on the database, so no lock matters: a first start. */
  isEmpty: boolean;
  /** Called when a migration waits for others. */
  onWait?: (message: string) => void;
  /** Attempts to get a lock, with a growing pause between them: two minutes. */
  attempts?: number;
}

/** A transaction holds its locks, and waits for them, for at most this long: payments wait behind it. */
const heldMs = 900;
/** It waits for one lock at most as long: whatever comes later waits behind it. */
const waitMs = 400;
const defaultAttempts = 30;
const maxPauseMs = 5000;

export class MigrationBlocked extends Error {}

/** Runs a migration and records it. It can be repeated after a crash at any moment. */
export async function runMigration(
  sql: Connection,
  migration: Migration,
  options: RunOptions,
): Promise<void> {
  if (migration.kind === 'concurrent') await runConcurrently(sql, migration, options);
  else if (migration.kind === 'batches') await runInBatches(sql, migration, options);
  else if (migration.isBaseline || options.isEmpty) await runAsWhole(sql, migration, options);
  else await runWithinLimits(sql, migration, options);
}

async function record(
  sql: Connection,
  { name, needsRelease }: Migration,
  { release }: RunOptions,
): Promise<void> {
  await sql`
    insert into migration (name, release, needs_release) values (${name}, ${release ?? null}, ${needsRelease ?? null})`;
}

/** Whatever it locks: there was no release yet, or nothing else runs. */
async function runAsWhole(sql: Connection, migration: Migration, options: RunOptions): Promise<void> {
  await inTransaction(sql, async () => {
    await sql.unsafe(migration.text);
    await record(sql, migration, options);
  });
}

async function inTransaction(sql: Connection, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('begin');
  try {
    await work();
    await sql.unsafe('commit');
  } catch (error) {
    await sql.unsafe('rollback').catch(() => {});
    throw error;
  }
}

/**
 * One transaction that PostgreSQL cancels before it has held or waited for locks for a second. Then others get their turn, and
 * it is tried again.
 */
async function runWithinLimits(sql: Connection, migration: Migration, options: RunOptions): Promise<void> {
  const { attempts = defaultAttempts, onWait } = options;
  let pauseMs = 500;
  let slow = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(sql, () => runStatements(sql, migration, options));
    } catch (error) {
      const state = sqlState(error);
      slow += Number(state === '57014');
      if (slow === Math.min(5, attempts)) throw new MigrationBlocked(describeSlow(migration));
      // The lock was not free, the time was over, or a deadlock was resolved against it.
      if (!['55P03', '57014', '40P01'].includes(state)) throw error;
      const holders = await describeHolders(sql, migration);
      if (attempt >= attempts) throw new MigrationBlocked(describeBlocked(migration, attempt, holders));
      if (attempt === 1) onWait?.(`Migration ${migration.name} waits for a lock. ${holders}`);
    }
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs);
  }
}

async function runStatements(sql: Connection, migration: Migration, options: RunOptions): Promise<void> {
  await sql.unsafe(`set local lock_timeout = ${waitMs}`);
  const end = performance.now() + heldMs;
  for (const statement of migration.statements) {
    const leftMs = Math.max(1, Math.ceil(end - performance.now()));
    await sql.unsafe(`set local statement_timeout = ${leftMs}`);
    await sql.unsafe(statement);
  }
  await record(sql, migration, options);
}

const describeSlow = ({ name }: Migration): string =>
  `Migration ${name} does not end within ${heldMs} ms, in which payments wait for it. Nothing of it was applied, and programs of the ` +
  'previous release go on. Try at a quieter hour; if it stays, report it.';

const describeBlocked = ({ name }: Migration, attempts: number, holders: string): string =>
  `Migration ${name} did not get its lock in ${attempts} attempts. ${holders} Nothing of it was applied, and programs of the previous ` +
  'release go on. End what holds the lock, and start again.';

/** The longest transactions that hold a lock on the tables of the migration. */
async function describeHolders(sql: Connection, migration: Migration): Promise<string> {
  const tables = migration.statements.flatMap(describeChanges).flatMap(({ table }) => table ?? []);
  const rows = await sql<{ pid: number; name: string; seconds: number; query: string }[]>`
    select a.pid, a.application_name as name, extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds,
           left(a.query, 80) as query
    from pg_stat_activity a
    where a.pid <> pg_backend_pid() and a.xact_start is not null and exists (
      select from pg_locks l where l.pid = a.pid and l.granted
        and l.relation = any (select to_regclass(one)::oid from unnest(${tables}::text[]) as one))
    order by a.xact_start limit 3`;
  if (rows.length === 0) return 'No transaction holds it at this moment.';
  const list = rows.map(
    ({ pid, name, seconds, query }) =>
      `process ${pid} (${name === '' ? 'unnamed' : name}), open for ${Math.round(seconds)} s: ${query.replaceAll(/\s+/g, ' ')}`,
  );
  return `It is held by ${list.join('; ')}.`;
}

/** Each statement by itself. The file runs again from its beginning after a crash, so its statements can be repeated. */
async function runConcurrently(sql: Connection, migration: Migration, options: RunOptions): Promise<void> {
  for (const statement of migration.statements) {
    const index = concurrentIndex(statement);
    if (index !== undefined && (await dropInvalid(sql, index)) === 'valid') continue;
    await sql.unsafe(statement);
  }
  await record(sql, migration, options);
}

/** A build that a crash has interrupted leaves an index that no query uses and every write maintains. */
async function dropInvalid(sql: Connection, index: string): Promise<'valid' | 'none'> {
  const [found] = await sql<{ isValid: boolean }[]>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${index})`;
  if (found?.isValid === true) return 'valid';
  if (found) await sql.unsafe(`drop index concurrently if exists ${index}`);
  return 'none';
}

/**
 * One statement for the next rows after the key `$1`, until it returns null instead of the greatest key of them. The key is stored with
 * the rows, so it goes on there after a crash. It pauses as long as it works: payments have half of the time.
 */
async function runInBatches(sql: Connection, migration: Migration, options: RunOptions): Promise<void> {
  const { name, statements } = migration;
  const [statement = ''] = statements;
  const [progress] = await sql<
    { after: number }[]
  >`select after from migration_progress where name = ${name}`;
  let after: number | undefined = progress?.after ?? 0;
  while (after !== undefined) {
    const from: number = after;
    const startedAt = performance.now();
    after = await repeated(options, () => runBatch(sql, name, statement, from));
    await sleep(options.isEmpty ? 0 : Math.min(performance.now() - startedAt, 1000));
  }
  await inTransaction(sql, async () => {
    await record(sql, migration, options);
    await sql`delete from migration_progress where name = ${name}`;
  });
}

async function runBatch(
  sql: Connection,
  name: string,
  statement: string,
  after: number,
): Promise<number | undefined> {
  let last: number | undefined;
  await inTransaction(sql, async () => {
    // Rows that a payment has locked: it ends within moments.
    await sql.unsafe(`set local lock_timeout = ${waitMs}`);
    const [row] = await sql.unsafe<Record<string, number | null>[]>(statement, [after]);
    last = Object.values(row ?? {})[0] ?? undefined;
    if (last !== undefined)
      await sql`
        insert into migration_progress (name, after) values (${name}, ${last})
        on conflict (name) do update set after = excluded.after`;
  });
  return last;
}

async function repeated<T>({ attempts = defaultAttempts }: RunOptions, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !['55P03', '40P01'].includes(sqlState(error))) throw error;
    }
    await sleep(500);
  }
}
