import { pipeline } from 'node:stream/promises';
import type { Database, Sql } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { migrate } from '#database/migrate.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';

/** A new database on the server of `url` with its contents, copied by COPY as pg_dump and a restore would. */
export async function dumpAndRestore(url: string, name: string): Promise<string> {
  const target = new URL(url);
  target.pathname = `/${name}`;
  const from = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  await from.unsafe(`create database ${name}`);
  await migrate(target.href);
  const to = openDatabase(target.href, { as: 'owner', max: 1, kind: 'maintenance' });
  await prepareSandbox(to);
  // One snapshot of everything, like a dump.
  await from.begin('isolation level repeatable read', (snapshot) => copyRows(snapshot, to));
  await Promise.all([from.end(), to.end()]);
  return target.href;
}

async function copyRows(from: Sql, to: Database): Promise<void> {
  const tables = await from<{ name: string; columns: string }[]>`
    select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'sandbox') and relname <> 'migration'
    group by c.oid`;
  const sequences = await from<{ name: string; at: number }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value as at from pg_sequences
    where schemaname in ('public', 'sandbox') and last_value is not null`;
  await to.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of tables) {
      await pipeline(
        await from.unsafe(`copy (select ${columns} from ${name}) to stdout`).readable(),
        await sql.unsafe(`copy ${name} (${columns}) from stdin`).writable(),
      );
    }
    for (const { name, at } of sequences) await sql`select setval(${name}::regclass, ${at})`;
  });
}
