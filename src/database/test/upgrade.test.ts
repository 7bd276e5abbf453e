import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '#testing/start-app.ts';
import { breachesOf } from '../../../scripts/migration-rules.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { migrationFolder, parseMigration } from '../upgrade/migration-file.ts';
import { splitStatements } from '../upgrade/split-sql.ts';

const nextRelease = join(import.meta.dirname, 'next-release');
const excluding = join(import.meta.dirname, 'excluding-release');
const folder = mkdtempSync(join(tmpdir(), 'countinghouse-migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Connected = ReturnType<typeof openDatabase>;
let url: string;
let database: Connected;
beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  url = await freshDatabase();
  database = openDatabase(url, { as: 'owner', max: 4, kind: 'maintenance' });
});
afterEach(() => database.end({ timeout: 1 }));

/** Migrates with files of a later release beside those of the product. */
function migrateWith(
  files: Readonly<Record<string, string>>,
  options: { attempts?: number } = {},
): Promise<void> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return migrate(url, { folders: [migrationFolder, folder], release: '9.1.0', ...options });
}

const isApplied = async (name: string) => {
  const rows = await database<
    { release: string | null }[]
  >`select release from migration where name = ${name}`;
  return rows[0];
};

async function columnsOf(table: string): Promise<string[]> {
  const rows = await database<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`;
  return rows.map(({ name }) => name);
}

/** A program as it reports itself. */
async function reportProgram(version: string | null): Promise<void> {
  await database`
    insert into key_program (program_id, name, key_id, known_generation, writing_generation, login_generation, version,
                             started_at, seen_at)
    values (gen_random_uuid(), 'shop-1 77', 'key', 1, 1, 1, ${version}, now(), clock_timestamp())`;
}

test('statements end at semicolons outside of texts, comments, bodies and brackets', () => {
  const text = `-- a; b
create table a (x text default ';', y int); /* c; */
create function f() returns void language sql as $body$ select 1; select 2; $body$;
insert into a values ('it''s; fine'); `;
  expect(splitStatements(text)).toEqual([
    "create table a (x text default ';', y int)",
    'create function f() returns void language sql as $body$ select 1; select 2; $body$',
    "insert into a values ('it''s; fine')",
  ]);
});

test('the sample release keeps the rules', () => {
  const parsed = readdirSync(nextRelease).map((name) =>
    parseMigration(name, readFileSync(join(nextRelease, name), 'utf8')),
  );
  expect(parsed.length).toBeGreaterThan(4);
  expect(breachesOf(parsed)).toEqual([]);
});

test('records the release that has applied a migration', async () => {
  await migrateWith({ '0950-a.sql': 'alter table feedback add column x text;' });
  expect(await isApplied('0950-a.sql')).toEqual({ release: '9.1.0' });
});

describe('a lock that is not free', () => {
  test('is requested for a moment only, and again until it is free', async () => {
    const holder = await database.reserve();
    await holder.unsafe('begin; lock table feedback in access share mode');
    const waits: string[] = [];
    writeFileSync(join(folder, '0950-a.sql'), 'alter table feedback add column x text;');
    const migrated = migrate(url, {
      folders: [migrationFolder, folder],
      release: '9.1.0',
      onWait: (message) => waits.push(message),
    });
    await expect.poll(() => waits.length, { timeout: 10_000 }).toBe(1);
    expect(waits[0]).toMatch(
      /^Migration 0950-a.sql waits for a lock\. It is held by process \d+ \(countinghouse\), open for/,
    );
    // Between two attempts, a read gets its turn.
    await database`select count(*) from feedback`;
    await holder.unsafe('commit');
    holder.release();
    await migrated;
    expect(await columnsOf('feedback')).toContain('x');
  });

  test('ends the upgrade after its attempts, with nothing applied', async () => {
    const holder = await database.reserve();
    await holder.unsafe('begin; lock table feedback in access share mode');
    const files = { '0950-a.sql': 'create table a (x text); alter table feedback add column x text;' };
    await expect(migrateWith(files, { attempts: 2 })).rejects.toThrow(
      /^Migration 0950-a.sql did not get its lock in 2 attempts\. It is held by process .* Nothing of it was applied, and programs of the/,
    );
    await holder.unsafe('rollback');
    holder.release();
    expect(await isApplied('0950-a.sql')).toBeUndefined();
    const [a] = await database`select to_regclass('a') as found`;
    expect(a).toEqual({ found: null });
    await migrateWith(files);
    expect(await isApplied('0950-a.sql')).toBeDefined();
  });
});

test('a migration that would hold its lock for longer than a second is cancelled', async () => {
  const files = { '0950-a.sql': 'alter table feedback add column x text; select pg_sleep(30);' };
  await expect(migrateWith(files, { attempts: 1 })).rejects.toThrow(
    /^Migration 0950-a.sql does not end within 900 ms/,
  );
  expect(await columnsOf('feedback')).not.toContain('x');
});

test('an index that a killed program left behind is built again, and a valid one is kept', async () => {
  await database`create index kept on feedback (feedback_id)`;
  await database`create index broken on feedback (feedback_id)`;
  // As an interrupted build leaves it.
  await database`update pg_index set indisvalid = false where indexrelid = 'broken'::regclass`;
  const [before] = await database<{ id: number }[]>`select 'kept'::regclass::oid::int as id`;
  await migrateWith({
    '0950-a.concurrent.sql':
      'create index concurrently kept on feedback (feedback_id); create index concurrently broken on feedback (feedback_id);',
  });
  const [after] = await database`select 'kept'::regclass::oid::int as id`;
  expect(after).toEqual(before);
  const [valid] = await database`select indisvalid from pg_index where indexrelid = 'broken'::regclass`;
  expect(valid).toEqual({ indisvalid: true });
});

describe('rows in batches', () => {
  const fill = `with batch as (
      select number from filled where number > $1 order by number limit 10
    ), changed as (
      update filled set value = 10 / (55 - batch.number) from batch where filled.number = batch.number and value is null
    )
    select max(number) from batch;`;

  test('go on where a failure has ended them', async () => {
    await database`create table filled (number bigint primary key, value integer)`;
    await database`insert into filled select generate_series(1, 100)`;
    // The row 55 divides by zero: five batches are stored, the sixth is not.
    await expect(migrateWith({ '0950-a.batches.sql': fill })).rejects.toThrow('division by zero');
    const [progress] = await database`select after from migration_progress where name = '0950-a.batches.sql'`;
    expect(progress).toEqual({ after: 50 });
    await database`update filled set value = 0 where number = 55`;
    await database`update filled set value = null where number = 1`;
    await migrateWith({ '0950-a.batches.sql': fill.replace('55 - batch.number', '1000') });
    const rows = await database`select number from filled where value is null`;
    expect(rows).toEqual([{ number: 1 }]);
    expect(await isApplied('0950-a.batches.sql')).toBeDefined();
    expect(await database`select name from migration_progress`).toEqual([]);
  });
});

describe('programs of the previous release', () => {
  const run = (release: string, folders: string[], more: { excludeOlder?: boolean } = {}) =>
    migrate(url, { release, folders: [migrationFolder, ...folders], ...more });

  test('start on a database of a newer release that removes nothing', async () => {
    await run('9.1.0', [nextRelease]);
    await run('9.0.0', []);
  });

  test('start while the newer release is still migrating', async () => {
    const writer = await database.reserve();
    await writer.unsafe(
      'begin; insert into feedback select (jsonb_populate_record(null::feedback, to_jsonb(f))).* from feedback f limit 0',
    );
    writeFileSync(
      join(folder, '0950-a.concurrent.sql'),
      'create index concurrently late on feedback (feedback_id);',
    );
    const migrated = run('9.1.0', [folder]);
    // The build waits for the open transaction.
    await expect
      .poll(
        async () =>
          (
            await database`
            select from pg_stat_activity where datname = current_database() and query like 'create index concurrently late%'
              and wait_event_type = 'Lock'`
          ).length,
      )
      .toBe(1);
    await run('9.0.0', []);
    await writer.unsafe('commit');
    writer.release();
    await migrated;
  });

  test('are named when a migration would exclude them, and nothing changes', async () => {
    await run('9.1.0', [nextRelease]);
    await reportProgram('9.0.0');
    await reportProgram('9.1.0');
    writeFileSync(join(folder, '0905-first.sql'), 'create table first (x text);');
    await expect(run('9.2.0', [nextRelease, folder, excluding])).rejects.toThrow(
      'Migration 0910-tested-payments.sql removes what programs before release 9.1.0 use, and some of them run: shop-1 77 (9.0.0). ' +
        'Upgrade them to 9.1.0 or stop them first. With --exclude-older true it goes on, and they stop serving.',
    );
    expect(await isApplied('0905-first.sql')).toBeUndefined();
    await run('9.2.0', [nextRelease, folder, excluding], { excludeOlder: true });
    expect(await columnsOf('txn')).not.toContain('is_tested');
    await expect(run('9.0.0', [])).rejects.toThrow(
      'The database was migrated by release 9.2.0 and needs programs of release 9.1.0 or newer; this is 9.0.0. Start release 9.2.0 instead',
    );
    await run('9.1.0', [nextRelease]);
  });

  test('without a version count as older, those that are silent for a minute not at all', async () => {
    await run('9.1.0', [nextRelease]);
    await reportProgram(null);
    await expect(run('9.2.0', [nextRelease, excluding])).rejects.toThrow(/shop-1 77 \(before 0\.1\.0\)/);
    await database`update key_program set seen_at = clock_timestamp() - interval '61 seconds'`;
    await run('9.2.0', [nextRelease, excluding]);
  });

  test('do not start on a newer database that lacks their own migrations', async () => {
    await run('9.1.0', [nextRelease]);
    writeFileSync(join(folder, '0899-mend.sql'), 'create table mend (x text);');
    await expect(run('9.0.1', [folder])).rejects.toThrow(
      /is newer than this program .* and lacks 0899-mend\.sql/,
    );
  });
});
