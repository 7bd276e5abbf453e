import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { findStandardList, insertValues, harbour } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { hashCard } from '#features/payments/payments/server/db/card-identities.ts';
import { erasePayers, lockPayerData } from '#features/payments/payments/server/db/erase-payer.ts';
import { cardIdentities } from '#features/payments/payments/server/db/rekey-card-identities.ts';
import { type TestResponse, actAs, actAsMerchant } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { countEarlierValues, rekeyValues } from '../rekey-values.ts';
import { type RotatingPrograms, rotateRoots, startRotatingPrograms } from './rotating-programs.ts';

let programs: RotatingPrograms;
let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  programs = await startRotatingPrograms();
  [one, two] = programs.apps;
}, 60_000);
afterAll(() => programs.stop());

const cards = {
  regular: { ...goodCard, pan: '9902000000000018' },
  blocked: { ...goodCard, pan: '9905000000000015' },
  fast: goodCard,
};
type Fields = Record<string, unknown>;

const pay = (app: TestApp, card: Fields, transaction: Fields = {}, more: Fields = {}, key?: string) =>
  actAsMerchant(app)(
    'POST',
    `${base}/payment`,
    payment(transaction, { card }, more),
    key === undefined ? {} : { 'idempotency-key': key },
  );
const idOf = ({ body }: TestResponse): string => body.paymentMethod.card.cardFingerprint;
const identities = () =>
  one.owner<{ hash: string; keyGeneration: number; cardId: string; derived: boolean }[]>`
    select hash, key_generation, card_id, derived from card_identity where company_id = ${harbour}`;

/** Every row of the database as text, except the hashes of card numbers. */
async function dumpOthers(): Promise<string> {
  const tables = await one.owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'card_identity'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await one.owner<{ row: string }[]>`select t::text as row from ${one.owner.unsafe(name)} t`;
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

const linksOf = (pan: string) => hashCard(pan, { companyId: harbour, keys: one.services.keys }).links;

test('one table has hashes of card numbers, all others a random id', async () => {
  const paid = await pay(
    one,
    cards.regular,
    {},
    { customer: { merchantRef: 'C', registered: true, displayName: 'C' } },
  );
  expect(paid.status).toBe(201);
  const [link] = linksOf(cards.regular.pan);
  expect(await identities()).toMatchObject([
    { hash: link, keyGeneration: 1, cardId: idOf(paid), derived: false },
  ]);
  const dump = await dumpOthers();
  expect(dump).toContain(idOf(paid));
  expect(dump).not.toContain(link);
});

test('a card of a company that has no statistics yet is found by its hash', async () => {
  const plan = await one.owner.begin(async (sql) => {
    await sql`create table fresh (like card_identity including indexes)`;
    const insert = (companyId: number, count: number) => sql`
      insert into fresh
      select ${companyId}::integer, 'hash ' || n, 1, 'card ' || n, false from generate_series(1, ${count}::integer) as n`;
    await insert(1, 2);
    await sql`analyze fresh`;
    await insert(harbour, 2000);
    const lines = await sql`
      explain select card_id from fresh where company_id = ${harbour} and hash = any (array['hash 7'])`.values<
      [string][]
    >();
    await sql`drop table fresh`;
    return lines.join('\n');
  });
  // Not as a filter of an index by company, which reads all of its cards.
  expect(plan).toMatch(/Index Cond: .*company_id = .*hash = /);
  expect(plan).not.toContain('Filter');
});

test('a card is the same card at every moment of a rotation', async () => {
  const admin = await actAs(one, 'admin@harbour.example');
  const rule = { type: 'CARD', disabled: false, timePeriod: 24 };
  const saveRules = (...velocityRules: object[]) =>
    admin('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', { ...openControls, velocityRules });
  const regular = idOf(await pay(one, cards.regular));
  const fast = idOf(await pay(one, cards.fast));
  const blocked = idOf(await pay(two, cards.blocked));
  await insertValues(one, await findStandardList(one, 'NEGATIVE', 'cardCorrelationId'), [blocked]);
  let attempts = 1;
  let tries = 0;
  await expectSame('before');
  await rotateRoots(programs, expectSame);
  // A worker that dies between two batches leaves hashes of both root secrets.
  await inTenant(one.services.database, 'all-tenants', (sql) =>
    cardIdentities.rekey(sql, one.services.keys, 1),
  );
  expect(new Set((await identities()).map(({ keyGeneration }) => keyGeneration))).toEqual(new Set([1, 2]));
  await expectSame('half of the hashes are of the new root secret');
  await rekeyValues.run(one.services);
  await expectSame('all hashes are of the new root secret');
  expect((await countEarlierValues(one.services.database, one.services.keys)).at(-1)).toEqual({
    name: 'card numbers',
    count: 0,
  });

  async function expectSame(moment: string): Promise<void> {
    for (const app of [one, two]) {
      tries += 1;
      expect(idOf(await pay(app, cards.regular)), moment).toBe(regular);
      expect(reason(await pay(app, cards.blocked)), moment).toBe('A136');
      // A second payment with the reference of the first is a duplicate in both programs.
      const merchantRef = `order-${tries}`;
      const twice = [
        await pay(app, cards.regular, { merchantRef }),
        await pay(two, cards.regular, { merchantRef }),
      ];
      expect(twice.map(reason), moment).toEqual(['S100', 'A126']);
    }
    // The first program's payment is the last that the rule allows, and counts for the second program.
    await saveRules({ ...rule, velocity: attempts + 1 });
    expect(idOf(await pay(one, cards.fast)), moment).toBe(fast);
    expect(reason(await pay(two, cards.fast)), moment).toBe('A116');
    attempts += 2;
    await saveRules();
  }
}, 120_000);

describe('after the rotation', () => {
  test('no stored hash can be computed with the first root secret alone', async () => {
    const hashes = new Set((await identities()).map(({ hash }) => hash));
    for (const { pan } of Object.values(cards)) {
      const [first = '', second = ''] = linksOf(pan);
      expect([hashes.has(first), hashes.has(second)]).toEqual([false, true]);
    }
    expect((await identities()).every(({ keyGeneration }) => keyGeneration === 2)).toBe(true);
  });

  test('a customer has no card twice', async () => {
    const customer = { merchantRef: 'saver', registered: true, displayName: 'Saver' };
    for (const app of [one, two, one])
      expect((await pay(app, cards.regular, {}, { customer })).status).toBe(201);
    const [row] = await one.owner<{ count: number }[]>`
      select count(*)::int as count from card_token t join customer c using (company_id, customer_id)
      where c.merchant_ref = 'saver'`;
    expect(row?.count).toBe(1);
  });
});

test('of first payments at once in programs with other root secrets, one gives the card its id', async () => {
  const body = { ...goodCard, pan: '9901000000000019' };
  const racing: Promise<TestResponse>[] = [];
  await rotateRoots(programs, async (moment) => {
    if (!moment.startsWith('the first program writes')) return;
    for (let index = 0; index < 6; index += 1) racing.push(pay(one, body), pay(two, body));
    await Promise.all(racing);
  });
  const ids = await Promise.all(racing.map(async (response) => idOf(await response)));
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(1);
  expect((await identities()).filter(({ cardId }) => cardId === ids[0])).toHaveLength(1);
}, 60_000);

test('of two first payments with one reference at once, one is the duplicate', async () => {
  const body = { ...goodCard, pan: '9902000000000026' };
  const both = await Promise.all([one, two].map((app) => pay(app, body, { merchantRef: 'at-once' })));
  expect(both.map(reason).toSorted()).toEqual(['A126', 'S100']);
});

test('a request is recognised by its key on both sides of a rotation', async () => {
  const first = await pay(one, cards.regular, { merchantRef: 'keyed' }, {}, 'key-1');
  const other = { ...cards.regular, expiryDate: '1231' };
  await rotateRoots(programs, async (moment) => {
    for (const app of [one, two]) {
      expect((await pay(app, cards.regular, { merchantRef: 'keyed' }, {}, 'key-1')).body, moment).toEqual(
        first.body,
      );
      expect((await pay(app, other, { merchantRef: 'keyed' }, {}, 'key-1')).status, moment).toBe(422);
    }
  });
  const late = await pay(one, cards.regular, { merchantRef: 'late' }, {}, 'key-2');
  expect((await pay(two, cards.regular, { merchantRef: 'late' }, {}, 'key-2')).body).toEqual(late.body);
}, 60_000);

test('the hash is deleted with the last payment of its card', async () => {
  const body = { ...goodCard, pan: '9902000000000034' };
  const paid = [await pay(one, body), await pay(two, body)];
  const stored = async () =>
    (await identities()).filter(({ cardId }) => cardId === idOf(paid[0] as TestResponse));
  for (const [index, response] of paid.entries()) {
    expect(await stored()).toHaveLength(1);
    const erased = { companyId: harbour, now: one.clock.now() };
    await inTenant(one.services.database, [harbour], async (sql) =>
      erasePayers(
        sql,
        erased,
        await lockPayerData(sql, harbour, [Number(response.body.transaction.transactionId)]),
      ),
    );
    expect(await stored()).toHaveLength(1 - index);
  }
  expect(idOf(await pay(one, body))).not.toBe(idOf(paid[0] as TestResponse));
});

test('a program without the newest root secret gives a new card no id', async () => {
  const { roots } = two.services.keys;
  const all = Array.from({ length: roots.newest }, (_, index) => index + 1);
  const current = all.map((generation) => ({
    generation,
    secret: roots.secret(generation),
    currentAt: new Date(0),
  }));
  await rekeyValues.run(one.services);
  roots.replace(current.slice(0, -1));
  const before = await identities();
  expect((await pay(two, cards.regular)).status).toBe(500);
  roots.replace(current);
  expect(await identities()).toEqual(before);
  expect((await pay(two, cards.regular)).status).toBe(201);
});
