import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { testStart } from '#testing/template-contents.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sealAudit, storeHead } from '../server/seal-audit.ts';
import { headPlace, toStored, verifiedPlace } from '../server/seal/seal-head.ts';
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
  at: app.clock.now(),
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
    keys: app.services.keys.auditSeal,
    since: options.quick ? await verifiedPlace(dataDir).read() : undefined,
    head: await headPlace(app.services.config, {}).read(),
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
  await write(3);
  await sealAll();
  const { result } = await verify();
  if (result.last) await verifiedPlace(dataDir).write(toStored(result.last));
  await write(2);
  await sealAll();
  expect((await verify({ quick: true })).result).toMatchObject({ batches: 1, lines: 2, findings: 0 });
  await app.owner`update audit_seal set seal = sha256('forged') where batch = 1`;
  expect((await verify({ quick: true })).findings).toContainEqual({ kind: 'seal-broken', at: 1 });
});

test('reports a moved time of a batch', async () => {
  await write(2);
  await sealAll();
  await app.owner`update audit_seal set sealed_at = sealed_at - interval '1 day'`;
  expect((await verify()).findings).toEqual([{ kind: 'seal-broken', at: 1 }]);
  await app.owner`update audit_seal set sealed_at = sealed_at + interval '1 day', format = 1`;
  expect((await verify()).findings).toEqual([{ kind: 'seal-broken', at: 1 }]);
});

test('reports a line that was added later with an older time, before and after a worker seals it', async () => {
  await write(2);
  await sealAll();
  const insert = (minutes: number) => app.owner<{ seq: number }[]>`
    insert into audit_event (at, company_id, actor_kind, actor, ip, act, outcome, request_id)
    values (${testStart}::timestamptz - make_interval(mins => ${minutes}), 1100, 'system', 'test', '::1', 'probe', 'allowed', 'r')
    returning seq`;
  // Long transactions write their lines later.
  await insert(10);
  expect((await verify()).findings).toEqual([]);
  const [late] = await insert(20);
  const findings = [{ kind: 'late', at: late?.seq }];
  expect((await verify()).findings).toEqual(findings);
  await sealAll();
  expect((await verify()).findings).toEqual(findings);
});

test('takes the lines of a backlog for on time, also after a run that was interrupted', async () => {
  await app.owner`
    insert into audit_event (at, company_id, actor_kind, actor, ip, act, outcome, request_id)
    select ${testStart}::timestamptz - interval '2 hours', 1100, 'system', 'test', '::1', 'probe', 'allowed', n::text
    from generate_series(1, 2500) n`;
  await sealAll();
  await app.owner`delete from audit_seal where batch > 1`;
  await rm(join(dataDir, 'audit-head.json'));
  app.clock.advance(60 * 60_000);
  await sealAll();
  expect((await verify()).result).toMatchObject({ batches: 3, lines: 2500, findings: 0 });
});

test('never replaces a head that the chain does not contain', async () => {
  await write(2);
  await sealAll();
  await write(2);
  await sealAll();
  const place = headPlace(app.services.config, {});
  const head = await place.read();
  expect(head).toMatchObject({ batch: 2, sealedAt: expect.stringMatching(/^20/) });
  await app.owner`delete from audit_event where seq > (select last_seq from audit_seal where batch = 1)`;
  await app.owner`delete from audit_seal where batch > 1`;
  await write(2);
  await sealAll();
  expect(await storeHead(app.services.database, place)).toEqual(head);
  expect(await place.read()).toEqual(head);
  expect((await verify()).findings).toEqual([{ kind: 'seal-broken', at: 2 }]);
});

test('writes the head of several workers to one object, which never goes back', async () => {
  const store = await startObjectStore();
  onTestFinished(() => void store.close());
  const place = headPlace({ auditHead: 's3://seals/countinghouse/head.json', dataDir }, store.env);
  expect(await place.read()).toBeUndefined();
  for (let batch = 1; batch <= 3; batch += 1) {
    await write(1);
    await sealAll();
    await Promise.all([1, 2, 3].map(() => storeHead(app.services.database, place)));
    expect(await place.read()).toMatchObject({ batch });
  }
  expect(store.requests).toContainEqual([
    'PUT',
    '/seals/countinghouse/head.json',
    expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=worker\/\d{8}\/eu-west-2\/s3\/aws4_request, /),
  ]);
  store.fail();
  await expect(place.read()).rejects.toThrow('answered 503');
  await expect(storeHead(app.services.database, place)).rejects.toThrow('answered 503');
});

/** An object store that keeps what it gets. */
async function startObjectStore() {
  const objects = new Map<string, string>();
  const requests: unknown[] = [];
  let status = 0;
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    requests.push([method, url, headers.authorization]);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (method === 'PUT' && status === 0) objects.set(url, body);
      const found = objects.get(url);
      response.writeHead(status || (found === undefined ? 404 : 200)).end(found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requests,
    env: {
      AWS_ACCESS_KEY_ID: 'worker',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'eu-west-2',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    fail: () => (status = 503),
    close: () => server.close(),
  };
}

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
