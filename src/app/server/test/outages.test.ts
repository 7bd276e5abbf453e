import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#database/connection.ts';
import { type Program, embeddedServer, familyOf, startProgram } from './program.ts';

// Below the ports that the system gives away.
const port = 20_080 + (process.pid % 900) * 10;
const key = randomBytes(32).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'countinghouse-'));
const dataDir = join(folder, 'one');
const api = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

let one: Program;
let two: Program;
let owner: Database;

beforeAll(async () => {
  one = startProgram(port, dataDir, key);
  expect(await one.outcome, one.output()).toBe('ready');
  const { url } = await embeddedServer(dataDir);
  // To this one the same server is the operator's.
  two = startProgram(port + 3, join(folder, 'two'), key, '--database-url', url);
  expect(await two.outcome, two.output()).toBe('ready');
  owner = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
}, 90_000);

afterAll(async () => {
  await owner?.end({ timeout: 1 });
  for (const program of [two, one]) {
    program?.child.kill('SIGTERM');
    await program?.ended;
  }
  await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  ms: number;
}

/** Over a connection of its own: one that is kept may just be closed by the server. */
function ask(at: number, path: string, more: RequestOptions = {}, sent = ''): Promise<Answer | undefined> {
  const begun = performance.now();
  const headers = { authorization: api, 'content-type': 'application/json', ...more.headers };
  const options = { ...more, headers, path, port: at, host: '127.0.0.1', agent: false, timeout: 15_000 };
  return new Promise((resolve) => {
    const asked = request(options, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += String(chunk)));
      answer.on('error', () => resolve(undefined));
      const { statusCode: status = 0, headers: got } = answer;
      answer.on('end', () => resolve({ status, headers: got, body, ms: performance.now() - begun }));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', () => resolve(undefined));
    asked.end(sent);
  });
}

const isReady = async ({ port: at }: Program) => (await ask(at, '/ready'))?.status === 200;

async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo()) && performance.now() - begun < 30_000) await sleep(50);
  return performance.now() - begun;
}
const bothReady = async () => (await isReady(one)) && (await isReady(two));

const card = { pan: '9900000000000010', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' };

/** One payment under one key, asked for again until it is answered for good; its id, or undefined when it was refused. */
async function pay(program: Program, reference: string, isOver: () => boolean): Promise<string | undefined> {
  const body = JSON.stringify({
    transaction: { currency: 'GBP', amount: '12.00', commerceType: 'ECOM', merchantRef: reference },
    paymentMethod: { card },
  });
  for (let tries = 0; tries < 200; tries += 1) {
    const how = { method: 'POST', headers: { 'idempotency-key': reference } };
    const answer = await ask(program.gateway, '/acceptor/rest/transactions/5300001/payment', how, body);
    if (answer?.status === 201 && answer.body.includes('"S100"')) {
      return (JSON.parse(answer.body) as { transaction: { transactionId: string } }).transaction
        .transactionId;
    }
    if (isOver() && tries > 20) return undefined;
    await sleep(100);
  }
  return undefined;
}

async function load(
  programs: readonly Program[],
): Promise<{ acknowledged: string[]; stop(): Promise<void> }> {
  const acknowledged: string[] = [];
  const over = new AbortController();
  const isOver = () => over.signal.aborted;
  let made = 0;
  const client = async (program: Program): Promise<void> => {
    while (!isOver()) {
      const id = await pay(program, `outage-${(made += 1)}`, isOver);
      if (id !== undefined) acknowledged.push(id);
    }
  };
  const clients = programs.flatMap((program) => Array.from({ length: 6 }, () => client(program)));
  return {
    acknowledged,
    async stop() {
      over.abort();
      await Promise.all(clients);
    },
  };
}

test('PostgreSQL killed under load is back within 5 s, and no money moved twice or was lost', async () => {
  const { acknowledged, stop } = await load([one, two]);
  for (let kills = 0; kills < 2; kills += 1) {
    const before = acknowledged.length;
    await msUntil(async () => acknowledged.length > before + 5);
    process.kill((await embeddedServer(dataDir)).pid, 'SIGKILL');
    await msUntil(async () => !(await isReady(one)));
    expect(await msUntil(bothReady)).toBeLessThan(5000);
  }
  const before = acknowledged.length;
  await msUntil(async () => acknowledged.length > before + 5);
  await stop();
  expect([one.child.exitCode, two.child.exitCode]).toEqual([null, null]);
  const open = () => owner`select 1 from processor_intent where state <> 'DONE'`;
  await msUntil(async () => (await open()).length === 0);
  expect(await open()).toHaveLength(0);

  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const stored = await owner`
    select 1 from txn where txn_id = any (${acknowledged}::bigint[]) and txn_status = 'SUCCESS'`;
  expect(stored.length).toBe(acknowledged.length);
  expect(
    await owner`select merch_ref from txn where merch_ref like 'outage-%' group by 1 having count(*) > 1`,
  ).toEqual([]);
  const unbooked = await owner`
    select t.txn_id from txn t left join ledger_entry l using (txn_id, company_id)
    where t.merch_ref like 'outage-%' group by 1 having count(l.txn_id) <> (max(t.txn_status) = 'SUCCESS')::int`;
  expect(unbooked).toEqual([]);
  const apart = await owner`
    select * from (select txn_id::text as reference from txn where merch_ref like 'outage-%' and txn_status = 'SUCCESS') t
    full join (
      select split_part(reference, ':', 1) as reference from sandbox.operation
      where state = 'DONE' and answer ->> 'result' = 'APPROVED'
    ) o using (reference) where t.reference is null or o.reference is null`;
  expect(apart).toEqual([]);
}, 90_000);

test('while PostgreSQL hangs requests are refused within 2 s, and it recovers by itself', async () => {
  const family = familyOf((await embeddedServer(dataDir)).pid);
  const { stop } = await load([one]);
  await sleep(300);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of family) {
      try {
        process.kill(pid, name);
      } catch {
        // A connection that has ended meanwhile took its process with it.
      }
    }
  };
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  const answers = await Promise.all([
    ask(one.gateway, '/acceptor/rest/transactions/ping'),
    ask(one.port, '/me', { headers: { cookie: 'session=none' } }),
    ask(two.port, '/initiation'),
    ...Array.from({ length: 20 }, () => ask(two.gateway, '/acceptor/rest/transactions/ping')),
  ]);
  const refused = answers.filter((answer) => answer?.status === 503);
  for (const answer of answers) expect(answer?.ms).toBeLessThan(2000);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.every((answer) => answer?.headers['retry-after'] === '1')).toBe(true);
  expect(JSON.parse(refused.at(-1)?.body ?? '')).toMatchObject({ status: 'FAILED', reasonCode: 'E100' });
  const ready = await ask(one.port, '/ready');
  expect(ready).toMatchObject({ status: 503 });
  expect(ready?.ms).toBeLessThan(500);
  await sleep(1500);
  expect((await ask(one.gateway, '/acceptor/rest/transactions/ping'))?.ms).toBeLessThan(500);

  signal('SIGCONT');
  expect(await msUntil(bothReady)).toBeLessThan(5000);
  await stop();
}, 60_000);

test('a second start on the same data directory is refused, and harms nothing', async () => {
  const second = startProgram(port + 6, dataDir, key);
  expect(await second.outcome).toBe(1);
  expect(second.output()).toContain(`is in use by process ${one.child.pid}`);
  expect(second.output()).not.toContain('    at ');
  expect(await bothReady()).toBe(true);
});

test('another master key than the database was begun with is refused', async () => {
  const { url } = await embeddedServer(dataDir);
  const other = startProgram(port + 6, join(folder, 'other'), 'ab'.repeat(32), '--database-url', url);
  expect(await other.outcome).toBe(1);
  expect(other.output()).toContain('is not the one that this database was begun with');
  expect(other.output()).not.toContain('    at ');
});

test('a database that is away at the start is waited for', async () => {
  const { url } = await embeddedServer(dataDir);
  const away = new URL(url);
  const real = Number(away.port);
  away.port = String(port + 9);
  const program = startProgram(port + 6, join(folder, 'waits'), key, '--database-url', away.href);
  await msUntil(async () => program.output().includes('waiting for it'));
  expect(await ask(program.port, '/ready')).toMatchObject({ status: 503 });
  expect(await ask(program.port, '/health')).toMatchObject({ status: 200 });
  const sockets: Socket[] = [];
  const road = createServer((socket) => {
    const there = connect(real, '127.0.0.1');
    sockets.push(socket, there);
    socket
      .on('error', () => {})
      .pipe(there)
      .on('error', () => {})
      .pipe(socket);
  });
  await new Promise<void>((resolve) => road.listen(port + 9, '127.0.0.1', resolve));
  expect(await program.outcome, program.output()).toBe('ready');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => road.close(resolve));
}, 60_000);
