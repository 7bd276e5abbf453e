import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKeys } from '#server/auth/key-store/key-store.ts';
import { variableSource } from '#server/auth/key-store/master-key-source.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { projectRoot } from '#server/config.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sealAudit } from '../server/seal-audit.ts';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'audit-'));
  app = await startApp({ flags: ['--data-dir', dataDir] });
  for (const objectId of ['1', '2', '3']) {
    await writeAuditEvent(app.services.database, {
      at: testStart,
      companyId: 1100,
      actorKind: 'system',
      actor: 'test',
      ip: '::1',
      act: 'probe',
      objectKind: 'thing',
      objectId,
      outcome: 'allowed',
      requestId: 'r',
    });
  }
  // Other tests on this server keep transactions open, so a run may have to wait.
  while ((await app.owner`select 1 from audit_seal`).length === 0) await sealAudit.run(app.services);
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});

/** The master key of the test keys. */
const masterKey = Buffer.alloc(32, 7).toString('hex');

function verify(key: string, ...more: string[]): Promise<{ code: number; output: string }> {
  const script = join(projectRoot, 'scripts', 'audit-verify.ts');
  const args = [script, '--data-dir', dataDir, '--database-url', app.databaseUrl, ...more];
  const env = { ...process.env, COUNTINGHOUSE_MASTER_KEY: key };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

test('prints checks and findings, with the exit code', async () => {
  const clean = await verify(masterKey);
  expect(clean).toMatchObject({ code: 0, output: expect.stringContaining('3 lines in 1 batches checked') });
  expect(clean.output).toMatch(/The newest known seal is of batch 1, sealed at \d{4}-/);
  expect((await verify(masterKey, '--quick')).output).toContain('0 lines in 0 batches');
  const [line] = await app.owner<{ seq: number }[]>`
    update audit_event set actor = 'unknown' where object_id = '2' returning seq`;
  const afterChange = await verify(masterKey);
  expect(afterChange.code).toBe(1);
  expect(afterChange.output).toContain(`TAMPERED  line ${line?.seq} was changed after it was sealed`);
}, 60_000);

test('seals nothing with a wrong key and checks nothing without one', async () => {
  expect(await verify('11'.repeat(32))).toMatchObject({
    code: 1,
    output: expect.stringContaining('seal of batch 1'),
  });
  expect(await verify('')).toMatchObject({ code: 2, output: expect.stringContaining('no master key') });
  // A database with a stored key check detects another key before any seal.
  await openKeys(app.owner, variableSource('KEY', { KEY: masterKey }));
  const withOtherKey = await verify('11'.repeat(32));
  expect(withOtherKey).toMatchObject({
    code: 2,
    output: expect.stringContaining('does not belong to this database'),
  });
}, 60_000);

test('fails without the newest seal from outside the database', async () => {
  const file = join(dataDir, 'audit-head.json');
  await app.owner`update audit_event set actor = 'test' where object_id = '2'`;
  await rename(file, `${file}.away`);
  const missing = await verify(masterKey);
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('audit-head.json is missing') });
  const withoutHead = await verify(masterKey, '--without-head');
  expect(withoutHead).toMatchObject({ code: 0, output: expect.stringContaining('The end was not checked') });
  await rename(`${file}.away`, file);
}, 60_000);
