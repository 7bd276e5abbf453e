import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { rollUpTotals, rebuildTotals } from '../server/totals.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let admin: Send;
const day = Math.floor(testStart.getTime() / dayMs) * dayMs;
const merchants = [1111, 1112, 1121];
const types = ['PAYMENT', 'REFUND', 'CAPTURE'];
const statuses = ['SUCCESS', 'FAILED', 'VOIDED'];
let nextId = 10_000_000_001;

/** Times near the ends of hours and days, where counting fails easily. */
const time = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: -4, max: 3 }),
      fc.integer({ min: -100, max: 3 }),
      fc.integer({ min: -1200, max: 3 }),
    ),
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom(0, 1, -1, 30 * 60_000),
  )
  .map(([days, hours, ms]) => day + days * dayMs + hours * hourMs + ms);
const generatedRow = fc.record({
  at: time,
  merchantId: fc.constantFrom(...merchants),
  type: fc.constantFrom(...types),
  status: fc.constantFrom(...statuses),
});

beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await insertRows(120);
});
afterAll(() => app.stop());

async function insertRows(number: number): Promise<void> {
  for (const row of fc.sample(generatedRow, number)) {
    await insertTransaction(app.owner, { ...row, at: new Date(row.at), txnId: (nextId += 1) });
  }
}

const fold = (limit: number) =>
  inTenant(app.services.database, 'all-tenants', (sql) => rollUpTotals(sql, limit));

const subsetOf = (all: readonly string[]) =>
  fc.option(fc.subarray([...all], { minLength: 1 }), { nil: undefined });
const days = ['day EQUALS', 'day BETWEEN', 'day GTE', 'day GT', 'day LT', 'day LTE', 'day IN'];
const query = fc.record({
  times: fc.constantFrom('none', 'BETWEEN', 'GTE', 'GT', 'LT', 'LTE', 'GTE and LT', ...days),
  low: time,
  high: time,
  types: subsetOf(types),
  statuses: subsetOf(statuses),
  currencies: fc.constantFrom(undefined, ['GBP'], ['EUR', 'USD']),
  orgIds: fc.constantFrom([], [1100], [1110], [1111], [1112, 1121]),
});
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never;

async function searchTotal({
  times,
  low,
  high,
  types: type,
  statuses: status,
  currencies,
  orgIds,
}: Query): Promise<number> {
  const filter = (field: string, operation: string, ...value: (string | number)[]) => ({
    field,
    display: false,
    filter: { operation, value },
  });
  const lowTime = new Date(low).toISOString();
  const [day, lastDay] = [lowTime.slice(0, 10), new Date(high).toISOString().slice(0, 10)];
  const [, onDays] = times.split('day ');
  const timeFields = {
    'day BETWEEN': [filter('txn_date', 'BETWEEN', day, lastDay)],
    'day IN': [filter('txn_date', 'IN', day, lastDay)],
    none: [],
    BETWEEN: [filter('txn_datetime', 'BETWEEN', low, high)],
    'GTE and LT': [filter('txn_datetime', 'GTE', low), filter('txn_datetime', 'LT', high)],
  }[times as string] ?? [onDays ? filter('txn_date', onDays, day) : filter('txn_datetime', times, lowTime)];
  const { status: code, body } = await admin('POST', '/proxy/sync/tqs/reporting/internal/search', {
    // Beyond every row, so that the total cannot be derived from the page.
    startFrom: 100_001,
    limit: 25,
    orgIds,
    fields: [
      { field: 'txn_id' },
      ...timeFields,
      ...(type ? [filter('txn_type', 'IN', ...type)] : []),
      ...(status ? [filter('txn_status', 'IN', ...status)] : []),
      ...(currencies ? [filter('ccy_code', currencies.length > 1 ? 'IN' : 'EQUALS', ...currencies)] : []),
    ],
  });
  expect(code).toBe(200);
  return body.resultsAvailable;
}

async function countRows({
  times,
  low,
  high,
  types: type,
  statuses: status,
  currencies,
  orgIds,
}: Query): Promise<number> {
  const below: Record<number, number[]> = { 1100: merchants, 1110: [1111, 1112], 1111: [1111] };
  const ids = orgIds.length === 0 ? merchants : orgIds.flatMap((id) => below[id] ?? [id]);
  const [from, until] = [new Date(low), new Date(high)];
  const [day, lastDay] = [from, until].map((at) => at.toISOString().slice(0, 10)) as [string, string];
  const utcDay = app.owner`(txn_datetime at time zone 'UTC')::date`;
  const rows = await app.owner<{ number: number }[]>`
    select count(*) as number from txn
    where merchant_id = any (${ids}) and txn_type = any (${type ?? types}) and txn_status = any (${status ?? statuses})
      and (${currencies === undefined} or ccy_code = any (${currencies ?? []}))
      and case ${times}
        when 'none' then true
        when 'BETWEEN' then txn_datetime between ${from} and ${until}
        when 'GTE' then txn_datetime >= ${from}
        when 'GT' then txn_datetime > ${from}
        when 'LT' then txn_datetime < ${from}
        when 'LTE' then txn_datetime <= ${from}
        when 'day EQUALS' then ${utcDay} = ${day}::date
        when 'day BETWEEN' then ${utcDay} between ${day}::date and ${lastDay}::date
        when 'day GTE' then ${utcDay} >= ${day}::date
        when 'day GT' then ${utcDay} > ${day}::date
        when 'day LT' then ${utcDay} < ${day}::date
        when 'day LTE' then ${utcDay} <= ${day}::date
        when 'day IN' then ${utcDay} in (${day}::date, ${lastDay}::date)
        else txn_datetime >= ${from} and txn_datetime < ${until} end`;
  return rows[0]?.number ?? 0;
}

test.each([
  ['before any change is folded', () => Promise.resolve()],
  ['with some folded and some not', () => fold(50)],
  ['all folded', () => fold(1000)],
  ['with new ones beside the folded', () => insertRows(40)],
  ['rebuilt after damage', rebuildAfterDamage],
])('a total equals a count of the rows: %s', async (_title, before) => {
  await before();
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      expect(await searchTotal(q)).toBe(await countRows(q));
    }),
    { numRuns: 60 },
  );
});

async function rebuildAfterDamage(): Promise<void> {
  await app.owner`update txn_total set number = number + 7`;
  await app.owner.begin('isolation level repeatable read', (sql) => rebuildTotals(sql, 1100));
}

test('rolls up every change once with several workers', async () => {
  await insertRows(60);
  const rolledUp = await Promise.all(Array.from({ length: 8 }, () => fold(10)));
  expect(rolledUp.reduce((sum, count) => sum + count, 0)).toBe(60);
  const [remaining] = await app.owner<{ number: number }[]>`select count(*) as number from txn_total_change`;
  expect(remaining?.number).toBe(0);
  const [stored] = await app.owner<{ number: number }[]>`
    select sum(number) as number from txn_total where granularity = 'day' and node_id = 1100`;
  const [rows] = await app.owner<{ number: number }[]>`select count(*) as number from txn`;
  expect(Number(stored?.number)).toBe(rows?.number);
});
