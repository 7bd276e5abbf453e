import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#testing/start-app.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { migrationFolder } from '../upgrade/migration-file.ts';
import { describePlan, planExitCode, planMigrations } from '../upgrade/plan.ts';

const nextRelease = join(import.meta.dirname, 'next-release');
const excluding = join(import.meta.dirname, 'excluding-release');
const folder = mkdtempSync(join(tmpdir(), 'countinghouse-plan-'));

let url: string;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  url = await freshDatabase();
  database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  await database`update pg_class set reltuples = 4000000 where relname = 'txn'`;
});
afterAll(async () => {
  await database.end({ timeout: 1 });
  rmSync(folder, { recursive: true });
});

const planOf = (release: string, ...folders: string[]) =>
  planMigrations(url, { release, folders: [migrationFolder, ...folders] });

test('names locks, rows and minutes of each statement, and changes nothing', async () => {
  const plan = await planOf('9.1.0', nextRelease);
  expect(planExitCode(plan)).toBe(3);
  const text = describePlan(plan, '9.1.0');
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines).toEqual(
    expect.arrayContaining([
      '0900-notes-of-payments.sql (one transaction, cancelled and tried again before it blocks for a second)',
      'create a table: locks nothing; moments',
      'add a column of txn (about 4,000,000 rows): ACCESS EXCLUSIVE, blocks reads and writes; moments',
      'add an unvalidated check of txn (about 4,000,000 rows): ACCESS EXCLUSIVE, blocks reads and writes; moments',
      '0904-channel-group.batches.sql (in batches, while programs go on)',
    ]),
  );
  expect(text).toMatch(
    /validate a constraint of txn \(about 4,000,000 rows\): SHARE UPDATE EXCLUSIVE, blocks nothing; .* now, .* at ten million rows/,
  );
  expect(text).toMatch(
    /build an index concurrently of txn .*: SHARE UPDATE EXCLUSIVE, blocks nothing; .* now/,
  );
  expect(text).toMatch(
    /change rows of txn .*: ROW EXCLUSIVE, blocks nothing; .* min now, .* min at ten million rows/,
  );
  expect(text).toMatch(/5 to migrate: .* Programs of the previous release go on\.$/);
  expect(await database`select name from migration where name like '09%'`).toEqual([]);
});

test('a rewrite or a lock of a large table is named as such', async () => {
  writeFileSync(
    join(folder, '0950-bad.sql'),
    'create index a on txn (acquirer); alter table txn add column x uuid default gen_random_uuid();',
  );
  const text = describePlan(await planOf('9.1.0', folder), '9.1.0');
  expect(text).toMatch(/build an index of txn .*: SHARE, blocks writes; /);
  expect(text).toMatch(/add a column of txn .*: ACCESS EXCLUSIVE, blocks reads and writes; .* min now/);
});

test('a migration that excludes releases names the programs that run', async () => {
  await database`
    insert into key_program (program_id, name, key_id, known_generation, writing_generation, login_generation, version,
                             started_at, seen_at)
    values (gen_random_uuid(), 'shop-1 77', 'key', 1, 1, 1, '9.0.0', now(), clock_timestamp())`;
  const plan = await planOf('9.2.0', nextRelease, excluding);
  expect(planExitCode(plan)).toBe(4);
  const text = describePlan(plan, '9.2.0');
  expect(text).toContain('Running: shop-1 77 (9.0.0).');
  expect(text).toContain(
    'Programs before release 9.1.0 cannot run after it: stop or upgrade shop-1 77 first.',
  );
});

test('is empty when nothing is left, and a sentence for a release that is excluded', async () => {
  await database`delete from key_program`;
  await migrate(url, { folders: [migrationFolder, nextRelease, excluding], release: '9.2.0' });
  const done = await planOf('9.2.0', nextRelease, excluding);
  expect(planExitCode(done)).toBe(0);
  expect(describePlan(done, '9.2.0')).toMatch(/last migrated by 9\.2\.0\..*\nNothing to migrate\.$/);
  const older = await planOf('9.0.0');
  expect(planExitCode(older)).toBe(1);
  expect(describePlan(older, '9.0.0')).toMatch(
    /^The database was migrated by release 9\.2\.0 and needs programs/,
  );
});

test('is a command of the operator', async () => {
  const admin = join(import.meta.dirname, '../../../scripts/admin.ts');
  const empty = await freshDatabase();
  const run = (...options: string[]) =>
    promisify(execFile)(process.execPath, [admin, 'migrate', ...options, '--database-url', empty]);
  expect((await run('--plan')).stdout).toMatch(/Nothing to migrate\.\n$/);
  expect((await run()).stdout).toMatch(/^The database is at release \d+\.\d+\.\d+\.\n$/);
  const owner = openDatabase(empty, { as: 'owner', max: 1, kind: 'maintenance' });
  await owner`insert into migration (name, release, needs_release) values ('9999-later.sql', '99.1.0', '99.0.0')`;
  await owner.end({ timeout: 1 });
  await expect(run('--plan')).rejects.toMatchObject({ code: 1 });
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs programs of release 99.0.0 or newer'),
  });
});
