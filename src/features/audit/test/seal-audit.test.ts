import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sealAudit } from '../server/jobs/seal-audit.ts';
import { readStoredSeal } from '../server/seal/seal-head.ts';
import { type Finding, verifyAudit } from '../server/seal/verify-audit.ts';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'audit-'));
  app = await startApp({ flags: ['--data-dir', dataDir] });
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await app.owner`truncate audit_event, audit_seal`;
  for (const file of ['head', 'verified']) await rm(join(dataDir, `audit-${file}.json`), { force: true });
});

const line = (objectId: string) => ({
  at: testStart,
  companyId: 1100,
  actorKind: 'system' as const,
  actor: 'test',
  ip: '192.0.2.1',
  act: 'probe',
  objectKind: 'thing',
  objectId,
  outcome: 'allowed',
  detail: { price: '1.50', words: 'Gruß “quoted”' },
  requestId: 'r',
});
async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await writeAuditEvent(app.services.database, line(String(n)));
}
/** Other tests on this server keep transactions open, so a run may have to wait. */
async function sealAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        await sealAudit.run(app.services);
        const [row] = await app.owner<{ open: number }[]>`
        select count(*) as open from audit_event where seq > (select coalesce(max(last_seq), 0) from audit_seal)`;
        return row?.open;
      },
      { timeout: 20_000 },
    )
    .toBe(0);
}
async function verify(options: { quick?: boolean } = {}) {
  const findings: Finding[] = [];
  const result = await verifyAudit({
    database: app.services.database,
    key: app.services.keys.auditSeal,
    since: options.quick ? await readStoredSeal(dataDir, 'verified') : undefined,
    head: await readStoredSeal(dataDir, 'head'),
    onFinding: (finding) => findings.push(finding),
  });
  return { result, findings };
}
const readSeqs = async () =>
  (await app.owner<{ seq: number }[]>`select seq from audit_event order by seq`).map((row) => row.seq);

test('seals every line once, in batches that verify', async () => {
  await write(7);
  await sealAll();
  await sealAll();
  await write(3);
  await sealAll();
  const { result, findings } = await verify();
  expect(findings).toEqual([]);
  expect(result).toMatchObject({ batches: 2, lines: 10, unsealed: 0 });
});

test('seals a backlog in batches of a thousand', async () => {
  await app.owner`
    insert into audit_event (at, company_id, actor_kind, actor, ip, act, outcome, request_id)
    select now(), 1100, 'system', 'test', '::1', 'probe', 'allowed', n::text from generate_series(1, 2500) n`;
  await sealAll();
  expect((await verify()).result).toMatchObject({ batches: 3, lines: 2500, findings: 0 });
});

test('waits for lines of open transactions', async () => {
  await write(1);
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let written = (): void => {};
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const openTransaction = app.owner.begin(async (sql) => {
    await writeAuditEvent(sql, line('slow'));
    written();
    await finished;
  });
  await isWritten;
  // Later numbers, committed earlier.
  await write(3);
  await sealAudit.run(app.services);
  const [sealed] = await app.owner<{ count: number }[]>`select count(*) from audit_seal`;
  expect(sealed?.count).toBe(0);
  finish();
  await openTransaction;
  await sealAll();
  expect((await verify()).result).toMatchObject({ lines: 5, findings: 0, unsealed: 0 });
});

test('builds one chain with two workers', async () => {
  await write(40);
  await Promise.all([1, 2, 3, 4].map(() => sealAudit.run(app.services)));
  await sealAll();
  expect((await verify()).result).toMatchObject({ lines: 40, findings: 0 });
});

test.each<[name: string, tamper: (seq: number) => Promise<unknown>, finding: (seq: number) => Finding]>([
  [
    'a changed actor',
    (seq) => app.owner`update audit_event set actor = 'unknown' where seq = ${seq}`,
    (at) => ({ kind: 'changed', at }),
  ],
  [
    'a changed detail',
    (seq) => app.owner`update audit_event set detail = '{"price": "1.51"}' where seq = ${seq}`,
    (at) => ({ kind: 'changed', at }),
  ],
  [
    'a time moved by a microsecond',
    (seq) => app.owner`update audit_event set at = at + interval '1 microsecond' where seq = ${seq}`,
    (at) => ({ kind: 'changed', at }),
  ],
  [
    'a deleted line',
    (seq) => app.owner`delete from audit_event where seq = ${seq}`,
    (at) => ({ kind: 'deleted', at }),
  ],
])('reports %s, with its number', async (_name, tamper, finding) => {
  await write(5);
  await sealAll();
  const seq = (await readSeqs())[2] ?? 0;
  await tamper(seq);
  expect((await verify()).findings).toEqual([finding(seq)]);
});

test('reports an inserted line, also one with a rolled-back number', async () => {
  await write(2);
  await app.owner`select nextval('audit_event_seq')`;
  await write(2);
  await sealAll();
  const [first = 0, second = 0] = await readSeqs();
  const insert = (seq: number) => app.owner`
    insert into audit_event (seq, at, actor_kind, actor, ip, act, outcome, request_id)
    values (${seq}, now(), 'system', 'test', '::1', 'probe', 'allowed', 'r')`;
  await insert(second + 1);
  await insert(first - 1);
  await insert(-5);
  expect((await verify()).findings).toEqual([
    { kind: 'inserted', at: -5 },
    { kind: 'inserted', at: first - 1 },
    { kind: 'inserted', at: second + 1 },
  ]);
});

test('reports two swapped lines', async () => {
  await write(4);
  await sealAll();
  const [, first = 0, second = 0] = await readSeqs();
  await app.owner`update audit_event set seq = -1 where seq = ${first}`;
  await app.owner`update audit_event set seq = ${first} where seq = ${second}`;
  await app.owner`update audit_event set seq = ${second} where seq = -1`;
  expect((await verify()).findings).toEqual([
    { kind: 'changed', at: first },
    { kind: 'changed', at: second },
  ]);
});

test('reports rewritten seals, because the key is outside the database', async () => {
  await write(3);
  await sealAll();
  await write(3);
  await sealAll();
  const [seq = 0] = await readSeqs();
  await app.owner`update audit_event set actor = 'unknown' where seq = ${seq}`;
  await app.owner`
    update audit_seal set line_hashes = sha256('forged') || substring(line_hashes from 33) where batch = 1`;
  expect((await verify()).findings).toContainEqual({ kind: 'seal-broken', at: 1 });
});

test('reports a missing batch and a cut-off end', async () => {
  for (let batch = 0; batch < 3; batch += 1) {
    await write(2);
    await sealAll();
  }
  await app.owner`delete from audit_seal where batch = 2`;
  expect((await verify()).findings).toContainEqual({ kind: 'batch-missing', at: 2 });
  await app.owner`delete from audit_event where seq > (select last_seq from audit_seal where batch = 1)`;
  await app.owner`delete from audit_seal where batch > 1`;
  // The remaining chain is valid: only the head outside the database shows the loss.
  expect((await verify()).findings).toEqual([{ kind: 'cut-off', at: 3 }]);
});

test('continues from the last check and reports its replaced end', async () => {
  const { storeSeal } = await import('../server/seal/seal-head.ts');
  await write(3);
  await sealAll();
  const { result } = await verify();
  if (result.last) await storeSeal(dataDir, 'verified', result.last);
  await write(2);
  await sealAll();
  expect((await verify({ quick: true })).result).toMatchObject({ batches: 1, lines: 2, findings: 0 });
  await app.owner`update audit_seal set seal = sha256('forged') where batch = 1`;
  expect((await verify({ quick: true })).findings).toContainEqual({ kind: 'seal-broken', at: 1 });
});

test.each([
  'update audit_seal set seal = seal',
  'delete from audit_seal',
  'truncate audit_seal',
  'update audit_event set actor = actor',
  'delete from audit_event',
  'truncate audit_event',
])("denies the server's database user: %s", async (statement) => {
  await expect(app.services.database.unsafe(statement)).rejects.toThrow(/permission denied/);
});
