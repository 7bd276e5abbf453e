import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { hashValue } from '#features/fraud/fraud-engine/server/velocity.ts';
import { findStandardList, harbour, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { claimCard, hashCard } from '#features/payments/payments/server/db/card-identities.ts';
import {
  countDerivedCards,
  readReplacement,
  replaceInPayments,
} from '#features/payments/payments/server/db/derived-cards.ts';
import { replaceCardIds } from '#features/payments/payments/server/jobs/replace-card-ids.ts';
import { eraseOldVersions } from '#features/record/reporting/server/erase-old-versions.ts';
import { WarehouseReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { emptyTables, newestVersions, table } from '#features/record/reporting/server/warehouse-table.ts';
import { replicateAll } from '#features/record/reporting/test/replicate-all.ts';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { inTenant } from '#database/tenant.ts';
import { minuteMs } from '#server/clock.ts';
import { projectRoot } from '#server/config.ts';
import { type TestResponse, actAs, actAsMerchant } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { describeWarehouse, startWarehouse } from '#testing/warehouse/start-warehouse.ts';
import { clause } from '#warehouse/clickhouse-sql.ts';
import { rekeyValues } from '../rekey-values.ts';
import { type RotatingPrograms, rotateRoots, startRotatingPrograms } from './rotating-programs.ts';

let programs: RotatingPrograms;
let one: TestApp;
let two: TestApp;

type Fields = Record<string, unknown>;
const card = (pan: string): Fields => ({ ...goodCard, pan });
const regular = card('9902000000000018');
const blocked = card('9905000000000015');
const others = ['9902000000000026', '9902000000000034', '9902000000000042', '9901000000000019'].map(card);
const customer = { merchantRef: 'saver', registered: true, displayName: 'Saver' };

const pay = (app: TestApp, method: Fields, transaction: Fields = {}, more: Fields = {}) =>
  actAsMerchant(app)('POST', `${base}/payment`, payment(transaction, method, more));
const idOf = ({ body }: TestResponse): string => body.paymentMethod.card.cardFingerprint;
const firstLink = (of: Fields): string =>
  hashCard(String(of.pan), { companyId: harbour, keys: one.services.keys }).links[0] ?? '';

/** Made before the upgrade. */
let token: string;
let paidOnce: string;

/** A database as the release of before left it: ids are hashes, and no row is in card_identity. */
beforeAll(async () => {
  programs = await startRotatingPrograms();
  [one, two] = programs.apps;
  await one.owner`delete from random_card_ids`;
  for (const each of [regular, blocked, ...others])
    expect(idOf(await pay(one, { card: each }))).toBe(firstLink(each));
  const saved = await pay(one, { card: regular }, { merchantRef: 'saving' }, { customer });
  token = saved.body.paymentMethod.card.cardToken;
  paidOnce = saved.body.transaction.transactionId;
  const cardList = await findStandardList(one, 'NEGATIVE', 'cardCorrelationId');
  await insertValues(one, cardList, [firstLink(blocked)]);
  expect(reason(await pay(one, { card: blocked }))).toBe('A136');
  await one.owner`delete from card_identity`;
  await one.owner`delete from idempotency_key`;
  for (const app of programs.apps) app.clock.advance(5 * minuteMs);
}, 60_000);
afterAll(() => programs.stop());

const admin = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const script = [join(projectRoot, 'scripts', 'admin.ts'), ...args, '--database-url', one.databaseUrl];
    const env = { ...process.env, COUNTINGHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('hex') };
    execFile(process.execPath, script, { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });

const derived = (): Promise<number> => inTenant(one.services.database, 'all-tenants', countDerivedCards);

/** Ids of each card number in every table that has them. */
async function expectOneIdForEachCard(): Promise<void> {
  const rows = await one.owner<{ masked: string; ids: string[] }[]>`
    select masked, array_agg(distinct id) as ids from (
      select masked_pan as masked, card_correlation_id as id from txn
      union all select masked_pan, fingerprint from card_token
      union all select t.masked_pan, i.match_value from fraud_list_item i
        join txn t on t.txn_id = (select min(txn_id) from txn where masked_pan = '990500******0015')
        where length(i.match_value) = 28
    ) every_place where id is not null group by masked`;
  expect(rows.length).toBeGreaterThan(5);
  for (const { masked, ids } of rows) expect(ids, masked).toHaveLength(1);
  const [row] = await one.owner<{ unknown: number }[]>`
    select count(*)::int as unknown from known_card k
    where not exists (select from txn t where t.card_correlation_id = k.fingerprint)`;
  expect(row?.unknown).toBe(0);
}

test('ids of before stay until an operator has them replaced', async () => {
  expect(idOf(await pay(two, { card: regular }))).toBe(firstLink(regular));
  expect(idOf(await pay(two, { card: card('9901000000000027') }))).toBe(firstLink(card('9901000000000027')));
  await replaceCardIds.run(one.services);
  expect(await readReplacement(one.owner)).toBeUndefined();
});

test('the plan counts what it would change, and changes nothing', async () => {
  const plan = await admin('replace-card-ids', '--plan');
  expect(plan.code, plan.output).toBe(0);
  expect(plan.output).toMatch(/cards: 7\n/);
  expect(plan.output).toMatch(/on lists: 1\n/);
  expect(plan.output).toContain('Not requested.');
  expect(await readReplacement(one.owner)).toBeUndefined();
  expect((await admin('replace-card-ids')).code).toBe(2);
});

test('it is refused while a program of an earlier release runs', async () => {
  await one.owner`update key_program set has_card_ids = null, seen_at = now() where program_id = ${programs.programs[0].id}`;
  const refused = await admin('replace-card-ids', '--by', 'Ana');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('earlier release') });
  await one.owner`update key_program set has_card_ids = true`;
  const requested = await admin('replace-card-ids', '--by', 'Ana');
  expect(requested).toMatchObject({
    code: 0,
    output: expect.stringContaining('The worker replaces them now'),
  });
  expect((await admin('keys')).output).toContain('replace-card-ids is under way');
});

test('another worker goes on when one is killed in the middle', async () => {
  for (const atCard of [1, 3]) {
    const file = new URL('replace-worker.ts', import.meta.url).pathname;
    const worker = spawn(process.execPath, [file, one.databaseUrl, String(atCard)], { stdio: 'inherit' });
    const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    await expectOneIdForEachCard();
  }
  expect(await derived()).toBe(5);
  expect((await admin('replace-card-ids', '--plan')).output).toMatch(/cards: 5\n/);
}, 60_000);

test('a card is the same card while its id is replaced', async () => {
  const until = { isOver: false };
  const results: Record<string, Set<string>> = {};
  const repeat = async (name: string, act: (turn: number) => Promise<TestResponse>): Promise<void> => {
    for (let turn = 0; !until.isOver || turn < 3; turn += 1)
      (results[name] ??= new Set()).add(reason(await act(turn)));
  };
  const [first, second, ...more] = others;
  const paying = [
    repeat('a blocked card', () => pay(two, { card: blocked })),
    repeat('a card that is saved again', () => pay(one, { card: regular }, {}, { customer })),
    repeat('a saved card', () => pay(two, { cardToken: { token, cv2: '123' } })),
    repeat('a repeat', () =>
      actAsMerchant(two)('POST', `${base}/${paidOnce}/repeat`, { transaction: { amount: '1.00' } }),
    ),
    repeat('a refund', (turn) =>
      actAsMerchant(one)('POST', `${base}/${paidOnce}/refund`, {
        transaction: { amount: '0.01', merchantRef: `refund-${turn}` },
      }),
    ),
    // The second of two payments with one reference, in the other program.
    repeat('a duplicate', async (turn) => {
      await pay(one, { card: first }, { merchantRef: `twice-${turn}` });
      return pay(two, { card: first }, { merchantRef: `twice-${turn}` });
    }),
    repeat('a card', () => pay(two, { card: second ?? {} })),
    ...more.map((each, index) => repeat('a card', () => pay(index === 0 ? one : two, { card: each }))),
  ];
  for (let run = 0; run < 15; run += 1) await replaceCardIds.run(one.services);
  const whilePaying = await derived();
  until.isOver = true;
  await Promise.all(paying);
  expect(whilePaying).toBeLessThan(5);
  expect(results).toMatchObject({
    'a blocked card': new Set(['A136']),
    'a card that is saved again': new Set(['S100']),
    'a saved card': new Set(['S100']),
    'a duplicate': new Set(['A126']),
    'a card': new Set(['S100']),
  });
  expect(results['a refund']).toContain('S100');
  expect(results['a repeat']).toContain('S100');
  await expectOneIdForEachCard();
}, 120_000);

test('a card whose payments have a reference waits until they are no duplicates any more', async () => {
  const [first = {}] = others;
  expect(await derived()).toBeGreaterThan(0);
  expect(idOf(await pay(two, { card: first }))).toBe(firstLink(first));
  for (const app of [one, two]) app.clock.advance(3 * minuteMs);
  await replaceCardIds.run(one.services);
  expect(await derived()).toBe(0);
  expect(idOf(await pay(two, { card: first }))).not.toBe(firstLink(first));
  expect((await readReplacement(one.owner))?.doneAt).not.toBeNull();
  await expectOneIdForEachCard();
});

describeWarehouse('the warehouse', () => {
  test('has the new ids, and none of the earlier ones on its disk', async () => {
    const server = await startWarehouse();
    try {
      const { warehouse } = server;
      await emptyTables(warehouse);
      await warehouse.command(clause`system stop merges ${table}`);
      const replicate = () => replicateAll(one.clock, new WarehouseReplication(one.services, warehouse));
      const ids = async (from = table) =>
        warehouse.rows(clause`select txn_id, card_fingerprint from ${from} order by txn_id`);
      // What was replicated before the replacement.
      const [paid] = await one.owner<{ txnId: number; id: string }[]>`
        select txn_id, card_correlation_id as id from txn where masked_pan = '990200******0018' order by txn_id limit 1`;
      const change = { companyId: harbour, from: paid?.id ?? '', to: firstLink(regular) };
      await inTenant(one.services.database, [harbour], (sql) => replaceInPayments(sql, change));
      await replicate();
      await inTenant(one.services.database, [harbour], (sql) =>
        replaceInPayments(sql, { ...change, from: change.to, to: change.from }),
      );
      await replicate();
      const stored = await one.owner`
        select txn_id::text, coalesce(card_correlation_id, '') as id from txn order by txn_id`.values();
      expect(await ids(newestVersions)).toEqual(stored.map((row) => [...row]));
      expect(JSON.stringify(await ids())).toContain(change.to);
      await warehouse.command(clause`system start merges ${table}`);
      await eraseOldVersions.run({ ...one.services, warehouse });
      expect(await ids()).toEqual(stored.map((row) => [...row]));
    } finally {
      await server.stop();
    }
  });
});

describe('afterwards', () => {
  test('counts of attempts and limits go on', async () => {
    const id = idOf(await pay(one, { card: regular }));
    const count = async (of: string) => {
      const key = String(hashValue(one.services.keys.velocity, harbour, 'paymentAccountCorrelationId', of));
      const [row] = await one.owner<{ count: number }[]>`
        select count(*)::int as count from velocity_key where company_id = ${harbour} and key = ${key}::bigint`;
      return row?.count;
    };
    const [attempts] = await one.owner<{ count: number }[]>`
      select count(*)::int as count from txn
      where card_correlation_id = ${id} and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT')`;
    expect(await count(id)).toBe(attempts?.count);
    expect(await count(firstLink(regular))).toBe(0);
    const admins = await actAs(one, 'admin@harbour.example');
    const velocityRules = [{ type: 'CARD', disabled: false, velocity: 3, timePeriod: 24 }];
    await admins('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', {
      ...openControls,
      velocityRules,
    });
    expect(reason(await pay(two, { card: regular }))).toBe('A116');
    await admins('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', openControls);
  });

  test('a customer has the card once, and a payout goes to it', async () => {
    const [saved] = await one.owner<{ count: number }[]>`
      select count(*)::int as count from card_token t join customer c using (company_id, customer_id)
      where c.merchant_ref = 'saver'`;
    expect(saved?.count).toBe(1);
    const paidOut = await actAsMerchant(one)(
      'POST',
      `${base}/payout`,
      payment({ amount: '1.00' }, { card: regular }),
    );
    expect(reason(paidOut)).toBe('S100');
  });

  test('only responses and events of before have the earlier ids', async () => {
    const links = [regular, blocked, ...others].map(firstLink);
    const tables = await one.owner<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'card_identity'`;
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await one.owner<{ count: number }[]>`
        select count(*)::int as count from ${one.owner(name)} t
        where exists (select from unnest(${links}::text[]) link where position(link in t::text) > 0)`;
      if (row && row.count > 0) found.push(name);
    }
    expect(found.filter((name) => !['idempotency_key', 'webhook_event'].includes(name))).toEqual([]);
  });

  test('a payment that began before gives its new card a random id too', async () => {
    const late = hashCard('9901000000000035', { companyId: harbour, keys: one.services.keys });
    const [link = ''] = late.links;
    await inTenant(one.services.database, [harbour], async (sql) => {
      const id = await claimCard(sql, late, link);
      expect(id).toMatch(/^[A-Za-z0-9+/]{27}=$/);
      expect(id).not.toBe(link);
      expect(await claimCard(sql, late, link)).toBe(id);
    });
    expect(await derived()).toBe(0);
  });

  test('each step is in the audit', async () => {
    const events = await one.owner`
      select act, actor from audit_event where act like '%CardIdReplacement' order by seq`;
    expect(events).toEqual([
      { act: 'requestCardIdReplacement', actor: 'operator: Ana' },
      { act: 'endCardIdReplacement', actor: 'system' },
    ]);
    expect((await admin('replace-card-ids', '--by', 'Ana')).output).toContain('No id is a hash');
  });

  test('a rotation of root secrets changes no id', async () => {
    const ids = async () =>
      Promise.all([regular, ...others].map(async (each) => idOf(await pay(two, { card: each }))));
    const before = await ids();
    await rotateRoots(programs, async (moment) => expect(await ids(), moment).toEqual(before));
    await rekeyValues.run(one.services);
    expect(await ids()).toEqual(before);
  }, 60_000);

  test('rows that a program of before has written are found and get the id of their card', async () => {
    const id = idOf(await pay(one, { card: regular }));
    await one.owner`update random_card_ids set done_at = null, position = null`;
    await one.owner`
      update txn set card_correlation_id = ${firstLink(regular)}
      where txn_id = (select max(txn_id) from txn where card_correlation_id = ${id})`;
    const cardList = await findStandardList(one, 'NEGATIVE', 'cardCorrelationId');
    await insertValues(one, cardList, [id, firstLink(regular)]);
    await replaceCardIds.run(one.services);
    const stale = await one.owner`select from txn where card_correlation_id = ${firstLink(regular)}`;
    expect(stale).toHaveLength(0);
    const items = await one.owner`
      select i.match_value, l.item_count from fraud_list_item i join fraud_list l using (company_id, list_id)
      where list_id = ${cardList} and match_value in (${id}, ${firstLink(regular)})`;
    expect(items).toEqual([{ matchValue: id, itemCount: 2 }]);
  });
});
