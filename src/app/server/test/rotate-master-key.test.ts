import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { listLivePrograms } from '#server/auth/key-store/key-programs.ts';
import { openKeys } from '#server/auth/key-store/key-store.ts';
import { fileSource } from '#server/auth/key-store/master-key-source.ts';
import { projectRoot } from '#server/config.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { startKeyService } from './key-service.ts';
import { type Program, startProgram } from './program.ts';
import { msUntil, pay, sendRequest } from './send-to-process.ts';

// Below the ephemeral port range of the system.
const port = 29_080 + (process.pid % 200) * 10;
const folder = runFolder('rotate-master-key');
const first = randomBytes(32).toString('hex');
const nextFile = join(folder, 'next.key');

let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let one: Program;
let two: Program;
let url: string;
let owner: Database;
/** What every process has printed. */
const printed: string[] = [];

const start = (name: string, at: number, key: string, ...more: string[]): Program =>
  startProgram(at, join(folder, name), key, '--log-level', 'trace', '--database-url', url, ...more);
const startOne = (key: string, ...more: string[]) => start('one', port, key, ...more);
const startTwo = (key: string, ...more: string[]) => start('two', port + 3, key, ...more);

beforeAll(async () => {
  server = await startEmbeddedPostgres(join(folder, 'server'));
  ({ url } = server);
  one = startOne(first);
  expect(await one.outcome, one.output()).toBe('ready');
  two = startTwo(first);
  expect(await two.outcome, two.output()).toBe('ready');
  owner = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
}, 90_000);

afterAll(async () => {
  await owner?.end({ timeout: 1 });
  for (const program of [two, one]) await stop(program);
  await server?.stop();
  removeRunFolder(folder);
}, 60_000);

async function stop(program: Program | undefined): Promise<void> {
  program?.child.kill('SIGTERM');
  await program?.ended;
  printed.push(program?.output() ?? '');
}

interface CommandResult {
  code: number;
  output: string;
}

const admin = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const script = [
      join(projectRoot, 'scripts', 'admin.ts'),
      ...args,
      '--database-url',
      url,
      '--data-dir',
      folder,
    ];
    execFile(process.execPath, script, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      printed.push(stdout + stderr);
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });

const withFirst = { COUNTINGHOUSE_MASTER_KEY: first };
const withNext = { COUNTINGHOUSE_MASTER_KEY_FILE: nextFile, COUNTINGHOUSE_MASTER_KEY: '' };

/** Runs the command and kills it after so many ms, as often as it takes to meet each of its steps. */
async function killAt(ms: number, env: NodeJS.ProcessEnv, ...args: string[]): Promise<void> {
  const script = [
    join(projectRoot, 'scripts', 'admin.ts'),
    ...args,
    '--database-url',
    url,
    '--data-dir',
    folder,
  ];
  const child = spawn(process.execPath, script, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await ended;
  clearTimeout(timer);
}

const expectPayments = async (...programs: Program[]): Promise<void> => {
  for (const program of programs) {
    const reference = `order-${randomBytes(4).toString('hex')}`;
    expect(await pay(program, reference, () => false)).toBeDefined();
  }
};

test('replaces the master key while two programs take payments', async () => {
  const rotate = ['rotate-master-key', '--new-key-file', nextFile, '--by', 'Ana'];
  const finish = ['rotate-master-key', '--finish', '--by', 'Ana'];
  await expectPayments(one, two);
  // Killed at several moments, the command leaves the database as it was, or with both keys.
  for (const ms of [200, 500, 800, 1100]) await killAt(ms, withFirst, ...rotate);
  expect((await admin(withFirst, ...rotate)).code).toBe(0);
  expect((await stat(nextFile)).mode & 0o777).toBe(0o600);
  await expectPayments(one, two);
  const early = await admin(withNext, ...finish);
  expect(early).toMatchObject({
    code: 1,
    output: expect.stringContaining('Programs run with the other key'),
  });
  await stop(two);
  two = startTwo('', '--master-key-file', nextFile);
  expect(await two.outcome, two.output()).toBe('ready');
  await expectPayments(one, two);
  expect((await admin(withFirst, ...finish)).output).toContain('runs with the other key');
  await stop(one);
  one = startOne('', '--master-key-file', nextFile);
  expect(await one.outcome, one.output()).toBe('ready');
  for (const ms of [300, 700]) await killAt(ms, withNext, ...finish);
  expect((await admin(withNext, ...finish)).code).toBe(0);
  await expectPayments(one, two);
  const late = start('three', port + 6, first);
  expect(await late.outcome).toBe(1);
  expect(late.output()).toMatch(/does not belong to this database\. Use the key that Ana added on/);
  printed.push(late.output());
}, 240_000);

test('rotates the root secret while two programs take payments', async () => {
  const rotated = await admin(withNext, 'rotate-roots', '--by', 'Ana');
  expect(rotated).toMatchObject({ code: 0, output: expect.stringContaining('Root secret 2 writes since') });
  await expectPayments(one, two);
  await msUntil(async () => (await owner`select from key_root where retired_at is not null`).length === 1);
  const shown = await admin(withNext, 'keys');
  expect(shown.output).toMatch(/1 {2}\S+ by the first start: retired/);
  expect(shown.output).toMatch(/API keys: 0\n/);
  const metrics = await sendRequest(port + 2, '/metrics');
  expect(String(metrics?.body)).toContain('countinghouse_root_secret 2');
  // The demo's key was made under the first root secret.
  await expectPayments(one, two);
}, 120_000);

test('closes the database login of the earlier root secret after the last restart', async () => {
  const logins = async () =>
    (
      await owner<{ name: string; open: boolean }[]>`
        select rolname as name, rolcanlogin as open from pg_roles where rolname like 'countinghouse_app_%' order by 1`
    ).map(({ open }) => open);
  expect(await logins()).toEqual([true]);
  await stop(two);
  two = startTwo('', '--master-key-file', nextFile);
  expect(await two.outcome, two.output()).toBe('ready');
  expect(await logins()).toEqual([true, true]);
  await expectPayments(one, two);
  await stop(one);
  one = startOne('', '--master-key-file', nextFile);
  expect(await one.outcome, one.output()).toBe('ready');
  expect(await logins()).toEqual([false, true]);
  await expectPayments(one, two);
  expect((await listLivePrograms(owner)).map(({ loginGeneration }) => loginGeneration)).toEqual([2, 2]);
}, 120_000);

test('waits for a key service that is down, and takes the master key over to it', async () => {
  const service = await startKeyService('alias/test');
  const address = 'kms://eu-west-1/alias/test';
  const credentials = {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_KMS: service.url,
  };
  const added = await admin(
    { ...withNext, ...credentials },
    'rotate-master-key',
    '--new-key-service',
    address,
    '--by',
    'Ana',
  );
  expect(added).toMatchObject({ code: 0 });
  // Repeated after a crash, it finds the key that the service has wrapped.
  const again = await admin(
    { ...withNext, ...credentials },
    'rotate-master-key',
    '--new-key-service',
    address,
    '--by',
    'Ana',
  );
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('was added before') });
  service.failure = { status: 503, type: 'ServiceUnavailableException' };
  Object.assign(process.env, credentials);
  const program = start('four', port + 6, '', '--key-service', address);
  for (const name of Object.keys(credentials)) Reflect.deleteProperty(process.env, name);
  await msUntil(async () => program.output().includes('the key service cannot be reached; waiting for it'));
  expect(await sendRequest(program.port, '/ready')).toMatchObject({ status: 503 });
  expect(await sendRequest(program.port, '/health')).toMatchObject({ status: 200 });
  service.failure = undefined;
  expect(await program.outcome, program.output()).toBe('ready');
  // A program that runs does not need the service.
  await service.stop();
  await expectPayments(program, one);
  await stop(program);
  expect((await admin(withNext, 'rotate-master-key', '--cancel', '--by', 'Ana')).code).toBe(0);
}, 120_000);

/** Every row of the database as text. */
async function dumpAll(): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.begin(async (sql) => {
      await sql`select set_config('app.companies', '*', true)`;
      return sql.unsafe(`select t::text as row from ${name} t`) as Promise<{ row: string }[]>;
    });
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('prints and stores no key', async () => {
  const { keys } = await openKeys(owner, fileSource(nextFile));
  const next = (await readFile(nextFile, 'utf8')).trim();
  const secrets = [
    Buffer.from(first, 'hex'),
    Buffer.from(next, 'hex'),
    ...[1, 2].flatMap((generation) => [
      keys.roots.secret(generation).export(),
      keys.apiKey.of(generation).export(),
      keys.databaseLogin.of(generation).export(),
      keys.fingerprint.of(generation).export(),
    ]),
  ];
  const forms = secrets.flatMap((secret) => [
    secret.toString('hex'),
    secret.toString('base64'),
    secret.toString('base64url'),
  ]);
  const dump = await dumpAll();
  expect(dump.length).toBeGreaterThan(10_000);
  printed.push(one.output(), two.output());
  const everything = `${printed.join('\n')}\n${dump}`.toLowerCase();
  for (const form of forms) expect(everything.includes(form.toLowerCase().replace(/=+$/, ''))).toBe(false);
  expect(existsSync(join(folder, 'master.key'))).toBe(false);
}, 60_000);
