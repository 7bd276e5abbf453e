import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formFields } from '#shared/form-post.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { exportOf, exportUrl, signInBrowser } from './export-form.ts';

type Browser = Awaited<ReturnType<typeof signInBrowser>>;

let app: TestApp;
let admin: Browser;
const many = 25_000;
const columns = ['txn_datetime', 'txn_id', 'merch_ref', 'requested_amount', 'ccy_code', 'description'];

beforeAll(async () => {
  app = await startApp({ flags: ['--export-limit', '1000000', '--pool-size', '20'] });
  await insertTransaction(app.owner, { txnId: 50_000_000_000 });
  const names = await app.owner<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'txn'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('txn_id', 'root_id', 'trace', 'description')`;
  const columns = names.map(({ name }) => name).join(', ');
  await app.owner.unsafe(`insert into txn (txn_id, root_id, trace, description, ${columns})
    select txn_id + n, root_id + n, 'T' || n, repeat(md5(n::text), 58), ${columns} from txn, generate_series(1, ${many - 1}) n`);
  await app.owner`analyze txn`;
  await app.portal.listen({ host: '127.0.0.1', port: 0 });
  admin = await signInBrowser(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

/** Over a real connection whose response is not yet read. */
function download(outputFormat = 'CSV', browser = admin): Promise<IncomingMessage> {
  const { port } = app.portal.server.address() as AddressInfo;
  const body = new URLSearchParams({
    [formFields.request]: JSON.stringify(exportOf(columns, { outputFormat })),
    [formFields.antiForgery]: browser.token(),
    [formFields.downloadId]: 'download-1',
  }).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        method: 'POST',
        path: exportUrl,
        agent: false,
        headers: {
          cookie: browser.cookie(),
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
        },
      },
      resolve,
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

async function readAll(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

async function countCopies(): Promise<number> {
  const [row] = await app.owner<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'copy (%' and state <> 'idle'`;
  return row?.count ?? 0;
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 200 && !(await isTrue()); attempts += 1) await wait(50);
  expect(await isTrue()).toBe(true);
}

const lastEndEvents = () =>
  app.owner<{ outcome: string; rows: number }[]>`
    select outcome, (detail ->> 'rows')::integer as rows from audit_event
    where act = 'exportTransactionsEnd' order by seq desc limit 1`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Memory still in use after a garbage collection. Slow: the worker holds the modules of all files. */
function usedBytes(): number {
  collect();
  // Frees what the first measurement used before the second.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each(['CSV', 'XLSX'])('%s: streams many rows in constant memory', async (format) => {
  const warm = await download(format);
  await new Promise((resolve) => warm.once('data', resolve));
  warm.destroy();
  await waitUntil(async () => (await countCopies()) === 0);
  const before = usedBytes();
  let max = before;
  let bytes = 0;
  let measurements = 0;
  const response = await download(format);
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes < (measurements + 1) * (format === 'XLSX' ? 250_000 : 12_000_000)) continue;
    measurements += 1;
    max = Math.max(max, usedBytes());
  }
  expect(measurements).toBeGreaterThan(2);
  expect(response.complete).toBe(true);
  expect(bytes).toBeGreaterThan(format === 'XLSX' ? 750_000 : 46_000_000);
  expect((await lastEndEvents())[0]).toEqual({ outcome: 'allowed', rows: many });
  expect((max - before) / 2 ** 20).toBeLessThan(20);
});

test('cancels and audits the export when the client disconnects', async () => {
  const response = await download();
  await new Promise((resolve) => response.once('data', resolve));
  expect(await countCopies()).toBe(1);
  response.destroy();
  await waitUntil(async () => (await countCopies()) === 0);
  await waitUntil(async () => (await lastEndEvents())[0]?.outcome === 'failed: CUT_OFF');
  expect((await lastEndEvents())[0]?.rows).toBeLessThan(many);
});

test('completes a started file although the session ends', async () => {
  const leaving = await signInBrowser(app, 'admin@harbour.example');
  const response = await download('CSV', leaving);
  response.pause();
  expect((await leaving.send('DELETE', '/auth/logout')).status).toBeLessThan(300);
  expect(await readAll(response)).toBeGreaterThan(46_000_000);
  expect(response.complete).toBe(true);
  expect((await download('CSV', leaving)).statusCode).toBe(401);
});

test('disconnects a reader that stops reading', async () => {
  const defaultTimeout = app.portal.server.timeout;
  app.portal.server.timeout = 500;
  const response = await download();
  app.portal.server.timeout = defaultTimeout;
  response.pause();
  expect(await countCopies()).toBe(1);
  await waitUntil(async () => (await countCopies()) === 0);
  await expect(readAll(response)).rejects.toThrow();
});

test('allows two exports per user and frees their slots', async () => {
  const [one, two] = [await download(), await download()];
  const third = await download();
  expect(third.statusCode).toBe(429);
  expect(third.headers['set-cookie']?.join()).toContain('downloadStatus-download-1=429');
  third.resume();
  const analyst = await signInBrowser(app, 'analyst@harbour.example');
  const otherUser = await download('CSV', analyst);
  expect(otherUser.statusCode).toBe(200);
  for (const response of [one, two, otherUser]) response.destroy();
  await waitUntil(async () => (await countCopies()) === 0);
  const afterwards = await download();
  expect(afterwards.statusCode).toBe(200);
  afterwards.destroy();
  await waitUntil(async () => (await countCopies()) === 0);
});

test('cuts the file off after an error', async () => {
  const response = await download();
  await new Promise((resolve) => response.once('data', resolve));
  response.pause();
  await app.owner`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'copy (%' and state <> 'idle'`;
  await expect(readAll(response)).rejects.toThrow();
  await waitUntil(async () => (await lastEndEvents())[0]?.outcome === 'failed: CUT_OFF');
  expect((await admin.send('GET', '/me')).status).toBe(200);
});
