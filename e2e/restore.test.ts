import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { bin, startServer } from './debian-server.ts';
import { type Run, startProcess } from './start-process.ts';
import { freePorts } from './free-ports.ts';

const port = await freePorts('restore');
let folder: string;
beforeEach(() => {
  folder = runFolder('restore');
});
afterEach(() => removeRunFolder(folder));

const transactions = `http://127.0.0.1:${port + 1}/acceptor/rest/transactions/5300001`;
const headers = {
  authorization: `Basic ${btoa('harbour-api:harbour-api-key-demo')}`,
  'content-type': 'application/json',
};

async function pay(amount: string): Promise<string> {
  const response = await fetch(`${transactions}/payment`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      transaction: { currency: 'GBP', amount, commerceType: 'ECOM' },
      paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123' } },
    }),
  });
  const body = (await response.json()) as { transaction: { transactionId: string } };
  expect(response.status, JSON.stringify(body)).toBe(201);
  return body.transaction.transactionId;
}

async function stop(run: Run): Promise<void> {
  run.process.kill('SIGTERM');
  expect(await run.ended, run.output()).toBe(0);
}

function verifyAudit(dataDir: string, databaseUrl?: string) {
  const script = join(import.meta.dirname, '..', 'scripts/audit-verify.ts');
  const address = databaseUrl === undefined ? [] : ['--database-url', databaseUrl];
  return spawnSync(process.execPath, [script, '--data-dir', dataDir, ...address], { encoding: 'utf8' });
}

/** The drill of docs/running.md#backup-and-restore. */
test('a copy of the data directory starts, pays and has an intact audit', async () => {
  const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const before = startProcess({ port, dataDir: live });
  expect(await before.outcome, before.output()).toBe('ready');
  const id = await pay('21.00');
  await stop(before);
  expect(spawnSync('cp', ['-a', live, backup]).status).toBe(0);
  // The machine is lost, and the copy is put into another place.
  await rm(live, { recursive: true, force: true });
  renameSync(backup, restored);

  const wrongKey = startProcess({ port, dataDir: restored }, [], {
    COUNTINGHOUSE_MASTER_KEY: 'ab'.repeat(32),
  });
  expect(await wrongKey.outcome).toBe(1);
  expect(wrongKey.output()).toMatch(/master key/i);

  const after = startProcess({ port, dataDir: restored });
  expect(await after.outcome, after.output()).toBe('ready');
  const read = await fetch(`${transactions}/${id}`, { headers });
  expect(((await read.json()) as { transaction: { status: string } }).transaction.status).toBe('SUCCESS');
  await pay('22.00');
  await stop(after);
  const verified = verifyAudit(restored);
  expect([verified.status, verified.stderr]).toEqual([0, '']);
});

test.skipIf(bin === undefined)('a dump is restored into a new server', async () => {
  const dataDir = join(folder, 'data');
  const dump = join('/var/tmp', `countinghouse-${process.pid}.dump`);
  const restore = (url: string) =>
    spawnSync(join(String(bin), 'pg_restore'), ['--no-owner', '--dbname', url, dump], { encoding: 'utf8' });
  const old = startServer('old', port + 10);
  const fresh = startServer('fresh', port + 11);
  try {
    old.createDatabase();
    // The demo's payments put rows into most tables.
    const before = startProcess({ port, dataDir }, ['--database-url', old.url, '--demo', '3']);
    expect(await before.outcome, before.output()).toBe('ready');
    const id = await pay('23.00');
    await stop(before);
    const dumpWith = (...options: string[]) =>
      spawnSync(join(String(bin), 'pg_dump'), [...options, '--format=custom', `--file=${dump}`, old.url]);
    // Never an empty dump: it fails, or it has every company.
    expect(String(dumpWith().stderr)).toContain('row-level security');
    const dumped = dumpWith('--enable-row-security');
    expect(dumped.status, String(dumped.stderr)).toBe(0);
    await old.stop();

    fresh.createDatabase();
    expect(restore(fresh.url).status).not.toBe(0);
    const refused = startProcess({ port, dataDir }, ['--database-url', fresh.url]);
    expect(await refused.outcome).toBe(1);
    expect(refused.output()).toContain('restored without the role countinghouse_app');

    fresh.dropDatabase();
    fresh.createDatabase();
    const script = join(import.meta.dirname, '..', 'scripts/admin.ts');
    const prepared = spawnSync(
      process.execPath,
      [script, 'prepare-restore', '--database-url', fresh.url, '--by', 'Ana'],
      { encoding: 'utf8' },
    );
    expect(prepared.status, prepared.stderr).toBe(0);
    const restored = restore(fresh.url);
    expect(restored.status, restored.stderr).toBe(0);
    const after = startProcess({ port, dataDir }, ['--database-url', fresh.url]);
    expect(await after.outcome, after.output()).toBe('ready');
    const read = await fetch(`${transactions}/${id}`, { headers });
    expect(((await read.json()) as { transaction: { status: string } }).transaction.status).toBe('SUCCESS');
    await pay('24.00');
    await stop(after);
    const verified = verifyAudit(dataDir, fresh.url);
    expect([verified.status, verified.stderr]).toEqual([0, '']);
  } finally {
    await old.stop();
    await fresh.stop();
    await rm(dump, { force: true });
  }
});
