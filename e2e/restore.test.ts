import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
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

function verifyAudit(dataDir: string) {
  const script = join(import.meta.dirname, '..', 'scripts/audit-verify.ts');
  return spawnSync(process.execPath, [script, '--data-dir', dataDir], { encoding: 'utf8' });
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
