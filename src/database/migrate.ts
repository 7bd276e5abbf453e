import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationRole, openDatabase } from './open-database.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any constant that is the same in all processes. */
const migrationLock = 7_310_442;

/**
 * Migrates the database at `url` to the newest version: each file once, in order, in its own transaction, one process at a
 * time. Throws when the database is newer than this program.
 */
export async function migrate(url: string): Promise<void> {
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    // Reserving a connection waits for ever when the server does not respond, so a statement is sent first.
    await database`select 1`;
    const sql = await database.reserve();
    await sql`select pg_advisory_lock(${migrationLock})`;
    await createApplicationRole(sql);
    await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`;
    const applied = new Set(
      (await sql<{ name: string }[]>`select name from migration`).map((row) => row.name),
    );
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new DatabaseTooNew(`The database is newer than this program (it has ${unknown.join(', ')}).`);
    }
    for (const name of files.filter((file) => !applied.has(file))) {
      const text = await readFile(join(folder, name), 'utf8');
      await sql.unsafe(`begin; ${text}; insert into migration (name) values ('${name}'); commit;`);
    }
    sql.release();
  } finally {
    await database.end({ timeout: 5 });
  }
}

class DatabaseTooNew extends Error {}

type Reserved = Awaited<ReturnType<ReturnType<typeof openDatabase>['reserve']>>;

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
