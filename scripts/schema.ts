import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sql } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { toCamelCase } from '#database/driver/compose.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { migrate } from '#database/migrate.ts';
import type { TableKeys } from './company-keys.ts';

const file = join(import.meta.dirname, '..', 'src/database/schema.ts');
const keysFile = join(import.meta.dirname, 'table-keys.json');
const columnsFile = join(import.meta.dirname, '..', 'src/database/columns.ts');

/** As src/database/driver/sent-statement.ts reads them; every other type arrives as text. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  timestamp: 'Date',
  timestamptz: 'Date',
};

/** How a row has a column of PostgreSQL's `type`. */
export const rowTypeOf = (type: string, isArray: boolean): string =>
  `${types[type] ?? 'string'}${isArray ? '[]' : ''}`;

/** src/database/schema.ts: the row type of every table, generated from a migrated database. */
export async function schemaDocument(sql: Sql): Promise<string> {
  const columns = await sql<
    { table: string; name: string; type: string; isArray: boolean; isNullable: boolean }[]
  >`
    select c.relname as table, a.attname as name, coalesce(e.typname, t.typname) as type,
           t.typelem <> 0 and t.typlen = -1 as is_array, not a.attnotnull as is_nullable
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typlen = -1
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`;
  const tables = Map.groupBy(columns, (column) => column.table);
  const rows = [...tables].map(([table, list]) => {
    const name = toCamelCase(`_${table}`);
    const lines = list.map((column) => {
      const type = rowTypeOf(column.type, column.isArray);
      const nullable = column.isNullable && type !== 'unknown' ? ' | null' : '';
      return `  ${toCamelCase(column.name)}: ${type}${nullable};\n`;
    });
    return `export interface ${name}Row {\n${lines.join('')}}\n`;
  });
  return `// Generated from the migrations by \`npm run schema\`. Do not edit.\n\n${rows.join('\n')}`;
}

/** scripts/table-keys.json: the unique and foreign keys of every table, for scripts/company-keys.ts. */
export async function tableKeysDocument(sql: Sql): Promise<string> {
  const rows = await sql<({ table: string } & TableKeys)[]>`
    select c.relname as table,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped) as has_company,
      coalesce((select json_agg(k.columns order by k.columns::text) from (
        select (select array_agg(pg_get_indexdef(i.indexrelid, n, true) order by n) from generate_series(1, i.indnkeyatts) n) as columns
        from pg_index i where i.indrelid = c.oid and i.indisunique) k), '[]') as unique,
      coalesce((select json_agg(json_build_object('columns', f.columns, 'table', f.named) order by f.columns::text, f.named) from (
        select (select array_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns,
          k.confrelid::regclass::text as named
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') f), '[]') as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`;
  const tables = Object.fromEntries(rows.map(({ table, ...keys }) => [table, keys]));
  return `${JSON.stringify(tables, undefined, 1)}\n`;
}

/** Tables of statements that return all of their columns. */
const listedTables = ['fraud_rule', 'merchant_payout', 'txn'];

/** src/database/columns.ts: the columns of some tables, so that a statement returns the same ones after a newer release adds one. */
export async function columnsDocument(sql: Sql): Promise<string> {
  const tables = await sql<{ table: string; columns: string }[]>`
    select c.relname as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${listedTables})
    group by c.relname order by c.relname`;
  const lines = tables.map(({ table, columns }) => `  ${toCamelCase(table)}:\n    '${columns}',\n`);
  return (
    '// Generated from the migrations by `npm run schema`. Do not edit.\n\n' +
    '/** For `sql.unsafe`: PostgreSQL refuses a prepared statement with `*` once a newer release has added a column. */\n' +
    `export const columnsOf = {\n${lines.join('')}} as const;\n`
  );
}

/** Writes the three files from a temporary database. */
async function writeSchema(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-schema-'));
  // When root runs it, the server uses a separate account. Its files are elsewhere when that account cannot reach
  // this folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres(folder);
  try {
    await migrate(server.url);
    const database = openDatabase(server.url, { as: 'owner', max: 1, kind: 'maintenance' });
    await writeFile(file, await schemaDocument(database));
    await writeFile(keysFile, await tableKeysDocument(database));
    await writeFile(columnsFile, await columnsDocument(database));
    await database.end();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeSchema();
