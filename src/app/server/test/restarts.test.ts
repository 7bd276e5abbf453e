import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
import { dumpAndRestore } from './logical-dump.ts';
import { type Program, embeddedServer, startProgram } from './program.ts';
import { type ProgramPair, startPair } from './program-pair.ts';
import { sendRequest, msUntil, pay, signIn } from './send-to-process.ts';

// Below the ephemeral port range of the system.
const port = 24_080 + (process.pid % 400) * 10;

let pair: ProgramPair;
let local: Program;
let remote: Program;
let owner: Database;
beforeAll(async () => {
  pair = await startPair('restarts', port);
  ({ local, remote, owner } = pair);
});
afterAll(() => pair?.stop(), 60_000);

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
  const { pid } = await embeddedServer(pair.dataDir);
  process.kill(pid, 'SIGKILL');
  await msUntil(async () => (await pair.isRestarted(pid)) && (await pair.bothReady()));
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

test('rejects a second start on the same data directory', async () => {
  const second = startProgram(port + 6, pair.dataDir, pair.masterKey);
  expect(await second.outcome).toBe(1);
  expect(second.output()).toContain(`is in use by process ${local.child.pid}`);
  expect(second.output()).not.toContain('    at ');
  expect(await pair.bothReady()).toBe(true);
});

test("rejects another master key than the database's", async () => {
  const { url } = await embeddedServer(pair.dataDir);
  const other = startProgram(port + 6, join(pair.folder, 'other'), 'ab'.repeat(32), '--database-url', url);
  expect(await other.outcome).toBe(1);
  expect(other.output()).toContain('does not belong to this database');
  expect(other.output()).not.toContain('    at ');
});

test('waits for a database that is down at the start', async () => {
  const { url } = await embeddedServer(pair.dataDir);
  const proxyUrl = new URL(url);
  const real = Number(proxyUrl.port);
  proxyUrl.port = String(port + 9);
  const program = startProgram(
    port + 6,
    join(pair.folder, 'waits'),
    pair.masterKey,
    '--database-url',
    proxyUrl.href,
  );
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
});

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
    ['one', 'two']
      .map((name) => join(pair.folder, name, 'audit-head.json'))
      .filter((file) => existsSync(file));
  await msUntil(async () => heads().length > 0);
  const headDir = join(pair.folder, 'copied-head');
  await mkdir(headDir);
  await copyFile(heads()[0] ?? '', join(headDir, 'audit-head.json'));
  const url = await dumpAndRestore((await embeddedServer(pair.dataDir)).url, 'restored');
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
  const env = { ...process.env, COUNTINGHOUSE_MASTER_KEY: pair.masterKey };
  const { stdout } = await promisify(execFile)(process.execPath, verify, { env });
  expect(stdout).toContain('checked');

  const other = startProgram(port + 6, join(pair.folder, 'stranger'), 'cd'.repeat(32), '--database-url', url);
  expect(await other.outcome).toBe(1);
  const program = startProgram(
    port + 6,
    join(pair.folder, 'restored'),
    pair.masterKey,
    '--database-url',
    url,
  );
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
});

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
  const remainingFiles = await readdir(join(pair.folder, 'two'));
  expect(remainingFiles.filter((name) => !['running.sock', 'audit-head.json'].includes(name))).toEqual([
    'layout',
  ]);
});
