import { setTimeout as sleep } from 'node:timers/promises';
import { forceRowSecurity } from './force-row-security.ts';
import { applicationRole, openDatabase } from './open-database.ts';
import {
  ReleaseRefused,
  findExcluded,
  findExclusion,
  listPrograms,
  readDatabaseRelease,
  refuseExcluding,
} from './upgrade/compatibility.ts';
import { type Migration, readMigrations } from './upgrade/migration-file.ts';
import { runMigration } from './upgrade/run-migration.ts';

/** Any constant that is the same in all processes. */
const migrationLock = 7_310_442;

interface MigrateOptions {
  /** The release of this program. Without it, releases are neither compared nor recorded: tests and generators. */
  release?: string;
  /** Migrates to the files up to this name. */
  upTo?: string;
  /** Of the migrations; by default those of this program. */
  folders?: readonly string[];
  /** Goes on with a migration that excludes programs that run. */
  excludeOlder?: boolean;
  /** Called when a migration waits for others. */
  onWait?: (message: string) => void;
  /** Attempts of each migration to get its locks. */
  attempts?: number;
}

/**
 * Migrates the database at `url` to the newest version: each file once, in order, one process at a time. Programs of releases
 * that the database admits go on meanwhile (docs/running.md#upgrades). Throws ReleaseRefused when the database does not admit
 * this program, or a migration would exclude programs that run; MigrationBlocked when a lock is not to be had.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(options.folders);
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    // Reserving a connection waits for ever when the server does not respond, so a statement is sent first.
    await database`select 1`;
    await withReserved(database, (sql) => migrateOn(sql, migrations, options));
  } finally {
    await database.end({ timeout: 5 });
  }
}

/** On a connection of its own, which is closed with its lock whatever happens. */
async function withReserved(database: Database, work: (sql: Reserved) => Promise<void>): Promise<void> {
  const sql = await database.reserve();
  try {
    await work(sql);
  } finally {
    sql.release();
  }
}

async function migrateOn(
  sql: Reserved,
  migrations: readonly Migration[],
  options: MigrateOptions,
): Promise<void> {
  const { upTo = '\uffff', release } = options;
  if ((await lockMigrations(sql, migrations, options)) === 'nothing-to-do') return;
  await createApplicationRole(sql);
  await createMigrationTable(sql);
  const applied = await readApplied(sql);
  await refuseDatabase(sql, migrations, applied, release);
  // Migrations change the rows of every company, also those of a dump that had another owner.
  await forceRowSecurity(sql);
  const pending = migrations.filter(({ name }) => !applied.has(name) && name <= upTo);
  const isEmpty = applied.size === 0;
  // Before the first of them changes anything.
  for (const migration of pending) await refuseWhileOlderRun(sql, migration, options);
  for (const migration of pending) {
    await refuseWhileOlderRun(sql, migration, options);
    await runMigration(sql, migration, { ...options, release, isEmpty });
  }
  await refuseLostRights(sql);
  await forceRowSecurity(sql);
}

/**
 * A process that waits in a statement would have a snapshot, and a concurrent build waits for the end of each. While a newer
 * release migrates, perhaps for hours, a program that has nothing to migrate starts without the lock.
 */
async function lockMigrations(
  sql: Reserved,
  migrations: readonly Migration[],
  { release }: MigrateOptions,
): Promise<'locked' | 'nothing-to-do'> {
  for (;;) {
    const [row] = await sql<{ isLocked: boolean }[]>`
      select pg_try_advisory_lock(${migrationLock}) as is_locked`;
    if (row?.isLocked) return 'locked';
    if (release !== undefined && (await isComplete(sql, migrations, release))) return 'nothing-to-do';
    await sleep(200);
  }
}

async function isComplete(
  sql: Reserved,
  migrations: readonly Migration[],
  release: string,
): Promise<boolean> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select count(*) = 2 as is_there from pg_attribute
    where attrelid = to_regclass('public.migration') and attname in ('release', 'needs_release')`;
  if (found?.isThere !== true) return false;
  const applied = await readApplied(sql);
  if (migrations.some(({ name }) => !applied.has(name))) return false;
  await refuseDatabase(sql, migrations, applied, release);
  return true;
}

const readApplied = async (sql: Reserved): Promise<Set<string>> =>
  new Set((await sql<{ name: string }[]>`select name from migration`).map((row) => row.name));

async function createMigrationTable(sql: Reserved): Promise<void> {
  await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`;
  const [found] = await sql<{ isThere: boolean }[]>`
    select exists (select from pg_attribute where attrelid = 'migration'::regclass and attname = 'needs_release') as is_there`;
  // The release that applied it, and the one that programs have at least since then.
  if (found?.isThere !== true)
    await sql`alter table migration add column release text, add column needs_release text`;
}

/** Refuses a database that excludes this release, and one whose newer release lacks what this program has. */
async function refuseDatabase(
  sql: Reserved,
  migrations: readonly Migration[],
  applied: ReadonlySet<string>,
  release: string | undefined,
): Promise<void> {
  if (release === undefined) return;
  const exclusion = findExclusion(await readDatabaseRelease(sql), release);
  if (exclusion !== undefined) throw new ReleaseRefused(exclusion);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  if (unknown.length > 0 && missing.length > 0)
    throw new ReleaseRefused(
      `The database is newer than this program (it has ${unknown.join(', ')}), and lacks ${missing.map(({ name }) => name).join(', ')}. ` +
        'Start the newest release instead.',
    );
}

async function refuseWhileOlderRun(
  sql: Reserved,
  migration: Migration,
  { excludeOlder = false }: MigrateOptions,
): Promise<void> {
  if (migration.needsRelease === undefined || excludeOlder) return;
  refuseExcluding(migration, findExcluded(await listPrograms(sql), migration));
}

class RightsLost extends Error {}

/** A dump has no roles. Restored where the application's role is missing, it has lost every right and policy of the role. */
async function refuseLostRights(sql: Reserved): Promise<void> {
  const [lost] = await sql`
    select where not has_table_privilege(${applicationRole}, 'txn', 'select') or exists (
      select from pg_class c
      where c.relrowsecurity and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_policy p where p.polrelid = c.oid))`;
  if (lost)
    throw new RightsLost(
      `The database was restored without the role ${applicationRole}, so its rights are missing. Run ` +
        '`npm run admin -- prepare-restore --database-url <url>` on an empty database and restore into that ' +
        '(docs/running.md#backup-and-restore).',
    );
}

/** Creates the application's role on a server, before a dump is restored there. */
export async function prepareRestore(url: string): Promise<void> {
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    await withReserved(database, createApplicationRole);
  } finally {
    await database.end({ timeout: 5 });
  }
}

type Database = ReturnType<typeof openDatabase>;
type Reserved = Awaited<ReturnType<Database['reserve']>>;

async function createApplicationRole(sql: Reserved): Promise<void> {
  // Roles belong to the whole server: another database on it may create the same role at this time.
  await sql.unsafe(`do $$ begin
    if not exists (select from pg_roles where rolname = '${applicationRole}') then
      create role ${applicationRole} nologin nosuperuser nobypassrls;
    end if;
  exception when duplicate_object or unique_violation then null;
  end $$`);
  await sql.unsafe(`grant ${applicationRole} to current_user`);
}
