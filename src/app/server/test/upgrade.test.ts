import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#database/migrate.ts';
import { migrationFolder } from '#database/upgrade/migration-file.ts';
import { createMetrics } from '#server/metrics.ts';
import { projectRoot } from '#server/config.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { createOperator } from '../processes/operator-server.ts';
import { refreshRelease } from '../watch-release.ts';

const samples = join(projectRoot, 'src/database/test');
const nextRelease = [migrationFolder, join(samples, 'next-release')];
const excludingRelease = [...nextRelease, join(samples, 'excluding-release')];

let app: TestApp;
let pay: Send;
let search: Send;
beforeAll(async () => {
  app = await startApp();
  pay = actAsMerchant(app);
  search = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const transactions = '/acceptor/rest/transactions/5300001';
let payments = 0;

async function makePayment(): Promise<{ reference: string; status: number; state: string; id: string }> {
  payments += 1;
  const reference = `upgrade-${payments}`;
  const body = {
    transaction: {
      currency: 'GBP',
      amount: `${10 + payments}.00`,
      commerceType: 'ECOM',
      merchantRef: reference,
    },
    paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123' } },
  };
  const response = await pay('POST', `${transactions}/payment`, body, { 'idempotency-key': reference });
  const { status: state, transactionId: id } = response.body.transaction ?? {};
  return { reference, status: response.status, state, id };
}

async function refund(id: string): Promise<number> {
  const body = { transaction: { currency: 'GBP', amount: '1.00' } };
  const key = { 'idempotency-key': `refund-${id}` };
  return (await pay('POST', `${transactions}/${id}/refund`, body, key)).status;
}

const searchTransactions = async () =>
  (
    await search('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 25,
      dataSource: 'REAL-TIME',
      fields: [{ field: 'txn_id', sort: 'DESC', sortOrder: 1 }, { field: 'amount' }],
    })
  ).status;

const watched = () => ({ ...app.services, version: app.services.config.version });

async function readOperator(url: string) {
  const operator = createOperator(app.services, createMetrics(), () => false);
  try {
    return await operator.inject({ url, headers: { accept: 'application/json' } });
  } finally {
    await operator.close();
  }
}

const versionLine = async () =>
  (await readOperator('/status')).json().lines.find(({ name }: { name: string }) => name === 'Version');

/** Statements that wait for a lock of the transactions' table. */
const waiting = async (): Promise<number> =>
  (
    await app.owner`
      select from pg_locks where not granted and relation = 'txn'::regclass
        and database = (select oid from pg_database where datname = current_database())`
  ).length;

test('payments go on while the next release migrates, also while it waits for a lock', async () => {
  const holder = await app.owner.reserve();
  // A report of an hour: no migration can lock the table before it ends.
  await holder.unsafe('begin; lock table txn in access share mode');
  let isWaiting = false;
  const progress = { isOver: false };
  const migrated = migrate(app.databaseUrl, {
    folders: nextRelease,
    release: '9.1.0',
    onWait: () => (isWaiting = true),
  }).finally(() => (progress.isOver = true));
  await expect.poll(() => isWaiting, { timeout: 10_000 }).toBe(true);
  // The migration is tried again and again: these payments are answered all the same.
  const made = await Promise.all(Array.from({ length: 12 }, makePayment));
  expect(progress.isOver).toBe(false);
  await holder.unsafe('commit');
  holder.release();
  while (!progress.isOver) {
    const more = await Promise.all([makePayment(), makePayment(), makePayment()]);
    made.push(...more);
    expect(await Promise.all(more.map(({ id }) => refund(id)))).toEqual([201, 201, 201]);
    expect(await searchTransactions()).toBe(200);
  }
  await migrated;
  made.push(await makePayment());
  expect(made.filter(({ status, state }) => status !== 201 || state !== 'SUCCESS')).toEqual([]);
  const stored = await app.owner`
    select merch_ref as reference from txn where merch_ref like 'upgrade-%' and txn_status = 'SUCCESS' and related_id is null`;
  expect(stored.map(({ reference }) => reference).toSorted()).toEqual(
    made.map(({ reference }) => reference).toSorted(),
  );
  const names = readdirSync(join(samples, 'next-release'));
  const applied = await app.owner`select name from migration where release = '9.1.0' order by name`;
  expect(applied.map(({ name }) => name)).toEqual(names.toSorted());
  const unfilled =
    await app.owner`select from txn where channel_group is null and merch_ref not like 'upgrade-%'`;
  expect(unfilled).toHaveLength(0);
}, 60_000);

test('a statement without a limit would have stopped payments: the control', async () => {
  const [holder, waiter] = [await app.owner.reserve(), await app.owner.reserve()];
  await holder.unsafe('begin; lock table txn in access share mode');
  const changed = Promise.resolve(
    waiter.unsafe('alter table txn alter column channel_group set default null'),
  );
  const observer = app.services.database;
  const count = async () =>
    (
      await observer`select from pg_locks where not granted and relation = 'txn'::regclass
        and database = (select oid from pg_database where datname = current_database())`
    ).length;
  await expect.poll(count).toBe(1);
  let isAnswered = false;
  const paying = makePayment().finally(() => (isAnswered = true));
  await expect.poll(count).toBeGreaterThan(1);
  expect(isAnswered).toBe(false);
  await holder.unsafe('commit');
  await changed;
  expect(await paying).toMatchObject({ status: 201 });
  holder.release();
  waiter.release();
  expect(await waiting()).toBe(0);
});

test('a program of the previous release is ready, and names the newer one', async () => {
  await refreshRelease(watched());
  const { version } = app.services.config;
  const ready = await readOperator('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', database: 'of the newer release 9.1.0' },
  ]);
  expect(await versionLine()).toMatchObject({
    state: 'look soon',
    figure: expect.stringMatching(
      new RegExp(
        `^${version}, running for .*, database at 0904, of the newer release 9.1.0; this program goes on$`,
      ),
    ),
  });
  expect(app.services.state.excluded.signal.aborted).toBe(false);
});

test('a release that excludes the program ends its service with a sentence', async () => {
  await migrate(app.databaseUrl, { folders: excludingRelease, release: '9.2.0', excludeOlder: true });
  await refreshRelease(watched());
  const { version } = app.services.config;
  const sentence =
    `The database was migrated by release 9.2.0 and needs programs of release 9.1.0 or newer; this is ${version}. ` +
    'Start release 9.2.0 instead (docs/running.md#upgrades).';
  const ready = await readOperator('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: sentence }]);
  expect(app.logged()).toContain(sentence);
  expect(app.services.state.excluded.signal.aborted).toBe(true);
  expect((await readOperator('/health')).statusCode).toBe(200);
  expect(await versionLine()).toMatchObject({
    state: 'act now',
    figure: expect.stringContaining('which excludes this program: it answers no requests'),
    advice: 'Stop it and start release 9.2.0.',
  });
  const refused = await pay('GET', `${transactions}/1`);
  expect(refused).toMatchObject({
    status: 503,
    body: { reasonCode: 'E100', reasonMessage: 'This program is older than its database allows' },
    headers: { 'retry-after': '2' },
  });
  expect(await search('GET', '/me')).toMatchObject({ status: 503, body: { code: 'PROGRAM_EXCLUDED' } });
});
