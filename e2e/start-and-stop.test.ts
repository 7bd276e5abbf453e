import { chmodSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedServer } from '#app/server/test/program.ts';
import { openDatabase } from '#database/open-database.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { type Run, startProcess } from './start-process.ts';
import { freePorts } from './free-ports.ts';

const port = await freePorts('startAndStop');
const folder = runFolder('start-and-stop');
const dataDir = join(folder, 'data');

// Only this user may enter the folder, as with mktemp. The database must start in it.
beforeAll(() => chmodSync(folder, 0o700));
afterAll(() => removeRunFolder(folder));

const start = (...more: string[]): Run => startProcess({ port, dataDir }, more);

/** Ignores a process that has ended and was not yet reaped by its parent. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

async function fetchPortalStatus(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/initiation`);
  return response.status;
}

test('starts empty, survives kill -9, stops everything on SIGTERM', async () => {
  const first = start();
  expect(await first.outcome, first.output()).toBe('ready');
  expect(await fetchPortalStatus()).toBe(200);
  first.process.kill('SIGKILL');
  await first.ended;

  const second = start();
  expect(await second.outcome, second.output()).toBe('ready');
  const operator = await fetch(`http://127.0.0.1:${port + 2}/metrics`);
  expect(await operator.text()).toContain('process_cpu');
  const { pid: database } = await embeddedServer(dataDir);
  expect(isAlive(database)).toBe(true);
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false);
});

async function countPayments(inFolder: string): Promise<number> {
  const { url } = await embeddedServer(inFolder);
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const [row] = await database<{ payments: number }[]>`select count(*)::integer as payments from payment`;
    return row?.payments ?? 0;
  } finally {
    await database.end();
  }
}

test('repeats a first start that was killed while filling the demo', async () => {
  const early = join(folder, 'killed-early');
  const killed = start('--data-dir', early, '--demo', '3');
  await expect.poll(() => killed.output(), { timeout: 60_000 }).toContain('Creating demo data');
  await expect.poll(() => countPayments(early), { timeout: 60_000 }).toBeGreaterThan(0);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(killed.output()).not.toContain('ready');

  const second = start('--data-dir', early, '--demo', '3');
  expect(await second.outcome, second.output()).toBe('ready');
  expect(second.output()).toContain('Creating demo data');
  second.process.kill('SIGKILL');
  await second.ended;
  const third = start('--data-dir', early, '--demo', '3');
  expect(await third.outcome, third.output()).toBe('ready');
  expect(third.output()).not.toContain('Creating demo data');
  third.process.kill('SIGTERM');
  expect(await third.ended).toBe(0);
});

test('prints an error, exits with 1 and leaves nothing half-done', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
  const secondStart = start();
  expect(await secondStart.outcome).toBe(1);
  expect(secondStart.output()).toContain(`Port ${port} is in use`);
  await new Promise((resolve) => blocker.close(resolve));

  const other = join(folder, 'other');
  const { mkdir } = await import('node:fs/promises');
  await mkdir(other);
  await writeFile(join(other, 'layout'), '99');
  const newer = start('--data-dir', other);
  expect(await newer.outcome).toBe(1);
  expect(newer.output()).toContain('is of version 99');

  const unwritable = start('--data-dir', join(other, 'layout', 'below-a-file'));
  expect(await unwritable.outcome).toBe(1);
  expect(unwritable.output()).toContain('is not writable');

  const keyless = join(folder, 'keyless');
  await mkdir(keyless);
  await writeFile(join(keyless, 'master.key'), 'not hex !!');
  const unreadable = start('--data-dir', keyless);
  expect(await unreadable.outcome).toBe(1);
  expect(unreadable.output()).toContain(`${join(keyless, 'master.key')} holds no master key`);
  expect(unreadable.output()).not.toContain('    at ');

  const unknown = start('--colour', 'red');
  expect(await unknown.outcome).toBe(1);
  expect(unknown.output()).toContain("Unknown option '--colour'");
});
