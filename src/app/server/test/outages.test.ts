import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formFields } from '#shared/form-post.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { exportOf, exportUrl } from '#features/reports/exports/test/export-form.ts';
import { projectRoot } from '#server/config.ts';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { sendRequest, msUntil, pay, signIn } from './send-to-process.ts';
import { dumpAndRestore } from './logical-dump.ts';
import { type Program, embeddedServer, listProcessTree, startProgram } from './program.ts';

// Below the ephemeral port range of the system.
const port = 20_080 + (process.pid % 900) * 10;
const key = randomBytes(32).toString('hex');
const folder = runFolder('outages');
const dataDir = join(folder, 'one');

let local: Program;
let remote: Program;
let owner: Database;

beforeAll(async () => {
  local = startProgram(port, dataDir, key);
  expect(await local.outcome, local.output()).toBe('ready');
  const { url } = await embeddedServer(dataDir);
  // For this one the server is remote.
  remote = startProgram(port + 3, join(folder, 'two'), key, '--database-url', url);
  expect(await remote.outcome, remote.output()).toBe('ready');
  owner = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
}, 90_000);

afterAll(async () => {
  await owner?.end({ timeout: 1 });
  for (const program of [remote, local]) {
    program?.child.kill('SIGTERM');
    await program?.ended;
  }
  removeRunFolder(folder);
}, 60_000);

const isReady = async ({ port: programPort }: Program) =>
  (await sendRequest(programPort, '/ready'))?.status === 200;

const bothReady = async () => (await isReady(local)) && (await isReady(remote));

/**
 * False as well while no server is running, and while a new one still recovers: a poll can miss how short either is.
 */
async function isRestarted(killed: number): Promise<boolean> {
  const server = await embeddedServer(dataDir).catch(() => undefined);
  if (server === undefined || server.pid === killed) return false;
  return owner`select 1`.then(
    () => true,
    () => false,
  );
}

async function load(
  programs: readonly Program[],
): Promise<{ acknowledged: string[]; stop(): Promise<void> }> {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted;
  let sentCount = 0;
  const client = async (program: Program): Promise<void> => {
    while (!isOver()) {
      const id = await pay(program, `outage-${(sentCount += 1)}`, isOver);
      if (id !== undefined) acknowledged.push(id);
    }
  };
  const clients = programs.flatMap((program) => Array.from({ length: 6 }, () => client(program)));
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

test('recovers from a killed PostgreSQL within 5 s without losing money', async () => {
  const { acknowledged, stop } = await load([local, remote]);
  for (let kills = 0; kills < 2; kills += 1) {
    const before = acknowledged.length;
    await msUntil(async () => acknowledged.length > before + 5);
    const { pid } = await embeddedServer(dataDir);
    process.kill(pid, 'SIGKILL');
    expect(await msUntil(async () => (await isRestarted(pid)) && (await bothReady()))).toBeLessThan(5000);
  }
  const before = acknowledged.length;
  await msUntil(async () => acknowledged.length > before + 5);
  await stop();
  expect([local.child.exitCode, remote.child.exitCode]).toEqual([null, null]);
  const openIntents = () => owner`select 1 from processor_intent where state <> 'DONE'`;
  await msUntil(async () => (await openIntents()).length === 0);
  expect(await openIntents()).toHaveLength(0);

  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const stored = await owner`
    select 1 from txn where txn_id = any (${acknowledged}::bigint[]) and txn_status = 'SUCCESS'`;
  expect(stored.length).toBe(acknowledged.length);
  expect(
    await owner`select merch_ref from txn where merch_ref like 'outage-%' group by 1 having count(*) > 1`,
  ).toEqual([]);
  const unrecorded = await owner`
    select t.txn_id from txn t left join ledger_entry l using (txn_id, company_id)
    where t.merch_ref like 'outage-%' group by 1 having count(l.txn_id) <> (max(t.txn_status) = 'SUCCESS')::int`;
  expect(unrecorded).toEqual([]);
  const apart = await owner`
    select * from (select txn_id::text as reference from txn where merch_ref like 'outage-%' and txn_status = 'SUCCESS') t
    full join (
      select split_part(reference, ':', 1) as reference from sandbox.operation
      where state = 'DONE' and response ->> 'result' = 'APPROVED'
    ) o using (reference) where t.reference is null or o.reference is null`;
  expect(apart).toEqual([]);
}, 180_000);

test('refunds each payment of bulk work once though PostgreSQL is killed', async () => {
  const jobId = randomUUID();
  const ids: string[] = [];
  for (let number = 0; number < 60; number += 1)
    ids.push((await pay(local, `bulk-${jobId}-${number}`, () => false)) ?? '');
  const { cookies } = await signIn(local);
  const send = async (path: string, body: object) => {
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    };
    const response = await sendRequest(local.port, path, { method: 'POST', headers }, JSON.stringify(body));
    expect(response?.status, response?.body).toBe(200);
  };
  const sums = [{ ccyCode: 'GBP', number: ids.length, amount: '720.00' }];
  await send('/proxy/sync/bulk', { action: 'REFUND', ids, jobId, sums, number: ids.length });
  const countEnded = async (): Promise<number> =>
    (await owner`select 1 from bulk_item where job_id = ${jobId} and run_at is null`).length;
  // In the middle: some refunds have ended, some are with the processor, others have not begun.
  await msUntil(async () => (await countEnded()) > 3);
  expect(await countEnded()).toBeLessThan(ids.length);
  const { pid } = await embeddedServer(dataDir);
  process.kill(pid, 'SIGKILL');
  await msUntil(async () => (await isRestarted(pid)) && (await bothReady()));
  // What a worker had begun is taken over when its lease ends.
  for (let round = 0; round < 4 && (await countEnded()) < ids.length; round += 1)
    await msUntil(async () => (await countEnded()) === ids.length).catch(() => undefined);
  expect(await countEnded()).toBe(ids.length);
  await msUntil(async () => (await owner`select 1 from processor_intent where state <> 'DONE'`).length === 0);
  const wrong = await owner`
    select i.object_id, i.state, i.code, count(r.txn_id)::int as refunds
    from bulk_item i
    left join txn r on r.root_id = i.object_id::bigint and r.txn_type = 'REFUND' and r.txn_status = 'SUCCESS'
    where i.job_id = ${jobId}
    group by i.object_id, i.state, i.code
    having count(r.txn_id) <> case when i.state in ('DONE', 'PROCESSING') then 1 else 0 end`;
  // A refund that was with the processor may have failed there after all.
  expect(wrong.filter(({ state, refunds }) => state !== 'PROCESSING' || Number(refunds) > 1)).toEqual([]);
}, 240_000);

test('rejects requests within 2 s while PostgreSQL hangs', async () => {
  const server = (await embeddedServer(dataDir)).pid;
  const { acknowledged, stop } = await load([local]);
  onTestFinished(stop);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
  // The server first: after that it starts no more processes for connections, so the list is complete.
  process.kill(server, 'SIGSTOP');
  const family = listProcessTree(server);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of family) {
      try {
        process.kill(pid, name);
      } catch {
        // A connection that has ended took its process with it.
      }
    }
  };
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  const ping = '/acceptor/rest/transactions/ping';
  const requests: [port: number, path: string][] = [
    [local.gateway, ping],
    [local.port, '/me'],
    [remote.port, '/initiation'],
    ...Array.from({ length: 20 }, (): [number, string] => [remote.gateway, ping]),
  ];
  const responses = await Promise.all(
    requests.map(([programPort, path]) =>
      sendRequest(programPort, path, path === '/me' ? { headers: { cookie: 'session=none' } } : {}),
    ),
  );
  expect(requests.filter((_request, index) => responses[index] === undefined)).toEqual([]);
  const refused = responses.filter((response) => response?.status === 503);
  for (const response of responses) expect(response?.ms).toBeLessThan(2000);
  expect(refused.length).toBeGreaterThan(15);
  expect(refused.every((response) => response?.headers['retry-after'] === '1')).toBe(true);
  expect(JSON.parse(refused.at(-1)?.body ?? '')).toMatchObject({ status: 'FAILED', reasonCode: 'E100' });
  const ready = await sendRequest(local.port, '/ready');
  expect(ready).toMatchObject({ status: 503 });
  expect(ready?.ms).toBeLessThan(500);
  // Also after the next rounds of the health check.
  for (const startedAt = performance.now(); performance.now() - startedAt < 1500;)
    expect((await sendRequest(local.gateway, ping))?.ms).toBeLessThan(500);

  signal('SIGCONT');
  expect(await msUntil(bothReady)).toBeLessThan(5000);
  await stop();
}, 60_000);

test('rejects a second start on the same data directory', async () => {
  const second = startProgram(port + 6, dataDir, key);
  expect(await second.outcome).toBe(1);
  expect(second.output()).toContain(`is in use by process ${local.child.pid}`);
  expect(second.output()).not.toContain('    at ');
  expect(await bothReady()).toBe(true);
});

test("rejects another master key than the database's", async () => {
  const { url } = await embeddedServer(dataDir);
  const other = startProgram(port + 6, join(folder, 'other'), 'ab'.repeat(32), '--database-url', url);
  expect(await other.outcome).toBe(1);
  expect(other.output()).toContain('does not belong to this database');
  expect(other.output()).not.toContain('    at ');
});

test('waits for a database that is down at the start', async () => {
  const { url } = await embeddedServer(dataDir);
  const proxyUrl = new URL(url);
  const real = Number(proxyUrl.port);
  proxyUrl.port = String(port + 9);
  const program = startProgram(port + 6, join(folder, 'waits'), key, '--database-url', proxyUrl.href);
  await msUntil(async () => program.output().includes('waiting for it'));
  expect(await sendRequest(program.port, '/ready')).toMatchObject({ status: 503 });
  expect(await sendRequest(program.port, '/health')).toMatchObject({ status: 200 });
  const sockets: Socket[] = [];
  const proxy = createServer((socket) => {
    const upstream = connect(real, '127.0.0.1');
    sockets.push(socket, upstream);
    socket
      .on('error', () => {})
      .pipe(upstream)
      .on('error', () => {})
      .pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(port + 9, '127.0.0.1', resolve));
  expect(await program.outcome, program.output()).toBe('ready');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
}, 60_000);

test('starts a restored dump with its master key and refunds in it', async () => {
  const paid = await pay(local, 'before-the-dump', () => false);
  const isSealed = async () => {
    const [row] = await owner<{ open: boolean }[]>`
      select (select max(seq) from audit_event) > (select max(last_seq) from audit_seal) as open`;
    return row?.open === false;
  };
  await msUntil(isSealed);
  // Either worker may have sealed. The head is copied before the dump, which may miss a batch sealed in
  // between.
  const heads = () =>
    ['one', 'two'].map((name) => join(folder, name, 'audit-head.json')).filter((file) => existsSync(file));
  await msUntil(async () => heads().length > 0);
  const headDir = join(folder, 'copied-head');
  await mkdir(headDir);
  await copyFile(heads()[0] ?? '', join(headDir, 'audit-head.json'));
  const url = await dumpAndRestore((await embeddedServer(dataDir)).url, 'restored');
  const copy = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  onTestFinished(() => copy.end({ timeout: 1 }));
  const digest = (sql: Database) => sql`
    select (select count(*) from txn)::int as txns, (select sum(amount_minor) from ledger_entry)::int as ledger,
           (select md5(string_agg(t::text, '|' order by txn_id)) from txn t) as rows`;
  expect(await digest(copy)).toEqual(await digest(owner));
  const verify = [
    join(projectRoot, 'scripts', 'audit-verify.ts'),
    '--data-dir',
    headDir,
    '--database-url',
    url,
  ];
  const env = { ...process.env, COUNTINGHOUSE_MASTER_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, verify, { env });
  expect(stdout).toContain('checked');

  const other = startProgram(port + 6, join(folder, 'stranger'), 'cd'.repeat(32), '--database-url', url);
  expect(await other.outcome).toBe(1);
  const program = startProgram(port + 6, join(folder, 'restored'), key, '--database-url', url);
  expect(await program.outcome, program.output()).toBe('ready');
  expect((await signIn(program)).status).toBe(200);
  const refund = `/acceptor/rest/transactions/5300001/${paid}/refund`;
  const refunded = await sendRequest(program.gateway, refund, { method: 'POST' }, '{}');
  expect([refunded?.status, refunded?.body]).toEqual([201, expect.stringContaining('"S100"')]);
  expect(await pay(program, 'after-the-restore', () => false)).toMatch(/^\d+$/);
  await expectBooksToBalance({ owner: copy });
  await expectProcessorToAgree({ owner: copy });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
}, 90_000);

test("cuts off an export's file visibly when the process is killed", async () => {
  const columns = await owner<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'txn'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('txn_id', 'root_id', 'trace', 'description')`;
  const others = columns.map(({ name }) => name).join(', ');
  await owner.unsafe(`insert into txn (txn_id, root_id, trace, description, ${others})
    select txn_id + 50000000000 + n, root_id, 'K' || n, repeat(md5(n::text), 58), ${others}
    from (select * from txn where txn_status = 'SUCCESS' limit 1) one, generate_series(1, 20000) n`);
  const { cookies } = await signIn(remote);
  const form = new URLSearchParams({
    [formFields.request]: JSON.stringify(exportOf(['txn_datetime', 'txn_id', 'description'])),
    [formFields.antiForgery]: cookies.get('XSRF-TOKEN') ?? '',
    [formFields.downloadId]: 'download-1',
  }).toString();
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const options = { port: remote.port, path: exportUrl, method: 'POST', agent: false, headers } as const;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end(form);
  });
  expect(response.statusCode).toBe(200);
  // The cookie shows that the file has started. Only the browser detects that it is complete.
  expect(String(response.headers['set-cookie'])).toContain('downloadStatus-download-1=');
  expect(response.headers['content-length']).toBeUndefined();
  await new Promise((resolve) => response.once('data', resolve));
  remote.child.kill('SIGKILL');
  await remote.ended;
  const downloaded = (async () => {
    for await (const chunk of response) expect(chunk).toBeDefined();
  })();
  await expect(downloaded).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
  const remainingFiles = await readdir(join(folder, 'two'));
  expect(remainingFiles.filter((name) => !['running.sock', 'audit-head.json'].includes(name))).toEqual([
    'layout',
  ]);
}, 60_000);
