import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forceRowSecurity } from './force-row-security.ts';
import { applicationRole, openDatabase } from './open-database.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any constant that is the same in all processes. */
const migrationLock = 7_310_442;

/** The migrations of this program, in order. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** A file whose statements run each by itself, because PostgreSQL builds no index concurrently in a transaction. */
const isConcurrent = (name: string): boolean => name.endsWith('.concurrent.sql');

/**
 * Migrates the database at `url` to the newest version: each file once, in order, in its own transaction, one process at a
 * time. `upTo`: to the files up to this name. Throws when the database is newer than this program.
 */
export async function migrate(url: string, upTo = '\uffff'): Promise<void> {
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    // Reserving a connection waits for ever when the server does not respond, so a statement is sent first.
    await database`select 1`;
    await withReserved(database, (sql) => migrateOn(sql, upTo));
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

async function migrateOn(sql: Reserved, upTo: string): Promise<void> {
  await lockMigrations(sql);
  await createApplicationRole(sql);
  await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`;
  const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map((row) => row.name));
  const files = await listMigrations();
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new DatabaseTooNew(`The database is newer than this program (it has ${unknown.join(', ')}).`);
  }
  // Migrations change the rows of every company, also those of a dump that had another owner.
  await forceRowSecurity(sql);
  for (const name of files.filter((file) => !applied.has(file) && file <= upTo)) {
    const text = await readFile(join(folder, name), 'utf8');
    if (isConcurrent(name)) await runConcurrently(sql, name, text);
    else await sql.unsafe(`begin; ${text}; insert into migration (name) values ('${name}'); commit;`);
  }
  await refuseLostRights(sql);
  await forceRowSecurity(sql);
}

/** A process that waits in a statement would have a snapshot, and a concurrent build waits for the end of each. */
async function lockMigrations(sql: Reserved): Promise<void> {
  for (;;) {
    const [row] = await sql<{ isLocked: boolean }[]>`
      select pg_try_advisory_lock(${migrationLock}) as is_locked`;
    if (row?.isLocked) return;
    await sleep(200);
  }
}

/** The file runs again from its beginning after a process that died in it, so its statements can be repeated. */
async function runConcurrently(sql: Reserved, name: string, text: string): Promise<void> {
  const statements = text.replaceAll(/^--.*$/gm, '').split(';');
  for (const statement of statements.filter((one) => one.trim() !== '')) await sql.unsafe(statement);
  await sql`insert into migration (name) values (${name})`;
}

class DatabaseTooNew extends Error {}

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
