import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedCards } from '../demo/demo-customers.ts';
import { demoMerchants } from '../demo/demo-merchants.ts';
import { planListActs } from '../demo/people/demo-lists.ts';
import { planReviewActs } from '../demo/people/demo-reviews.ts';
import { planRuleActs } from '../demo/people/demo-rules.ts';
import { suspiciousOrders } from '../demo/people/suspicious-orders.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { inOrderOfTime } from '../demo/demo-users.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { base, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import type { TotalsResponse } from '#features/record/reporting/search-schema.ts';
import { searchTransactions, sumTransactions } from '#features/reports/transactions/endpoints.ts';
import { dayMs } from '#server/clock.ts';
import { transactionStatuses, transactionTypes } from '#shared/payments/transaction-kind.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { generatedRuns } from '#testing/generated-runs.ts';

let app: TestApp;
beforeAll(async () => {
  // On a busy machine an evaluation may take longer than a payment waits for it.
  app = await startApp({ flags: ['--fraud-budget-ms', '10000'] });
  await prepareSandbox(app.owner);
  const to = app.clock.now();
  const from = new Date(Math.floor(to.getTime() / dayMs) * dayMs - 62 * dayMs);
  const acts = inOrderOfTime([
    ...planListActs(to),
    ...(await planRuleActs(app.services, to)),
    ...planReviewActs(to),
  ]);
  const plan = { seed: 1, merchants: demoMerchants, from, to, payments: 60, more: suspiciousOrders(to) };
  await seedDemo(app.services, app.databaseUrl, plan, acts);
}, 120_000);
afterAll(() => app.stop());

test('the engine blocks, defers and accepts payments of the demo', async () => {
  const found = await app.owner<{ name: string; action: string; count: number }[]>`
    select rule ->> 'ruleName' as name, rule ->> 'action' as action, count(*)::int
    from fraud_decision f, jsonb_array_elements(f.result -> 'triggeredRules') rule group by 1, 2`;
  const matches = new Map(found.map(({ name, action, count }) => [`${action}: ${name}`, count]));
  for (const [rule, minimum] of [
    ['Block: Known fraud emails', 4],
    ['Block: Disposable email addresses', 4],
    ['Block: Card velocity', 4],
    ['Defer: Large orders from abroad', 80],
    ['Defer: High fraud score', 50],
    ['Accept: Gold customers, small orders', 5],
    ['Ignore: Many emails from one address', 50],
    ['Ignore: Night orders', 2],
  ] as const)
    expect(matches.get(rule), rule).toBeGreaterThanOrEqual(minimum);
});

test('statistics are collected while the demo is written', async () => {
  // After 100, 200, 400 … events. The server counts those of a connection when it ends.
  const countRuns = async () => {
    const [row] = await app.owner<{ runs: number }[]>`
      select analyze_count::int as runs from pg_stat_user_tables
      where schemaname = current_schema() and relname = 'payment'`;
    return row?.runs ?? 0;
  };
  await expect.poll(countRuns, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
});

test('about a hundred tasks are open; reviewers and the clock decided others', async () => {
  const rows = await app.owner<{ status: string; system: boolean; count: number }[]>`
    select status, coalesce(decided_by = 'system', false) as system, count(*)::int from queue_task group by 1, 2`;
  const count = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + row.count, 0);
  const open = count(({ status }) => ['NEW', 'ON_HOLD', 'ACCEPT_FAILED', 'REJECT_FAILED'].includes(status));
  expect(open).toBeGreaterThanOrEqual(75);
  expect(open).toBeLessThan(125);
  for (const status of [
    'NEW',
    'ON_HOLD',
    'ACCEPT_FAILED',
    'REJECT_FAILED',
    'ACCEPTED',
    'REJECTED',
    'FLUSHED',
  ])
    expect(
      count((row) => row.status === status),
      status,
    ).toBeGreaterThan(0);
  expect(count(({ system }) => system)).toBeGreaterThan(0);
  expect(count(({ status, system }) => status === 'ACCEPTED' && !system)).toBeGreaterThan(20);
});

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

describe('the money moved', () => {
  interface Field {
    field: string;
    filter?: { operation: string; value: (string | number)[] };
  }
  const is = (field: string, operation: string, value: (string | number)[]): Field => ({
    field,
    filter: { operation, value },
  });
  const anyDay = fc.integer({ min: 0, max: 62 });
  const day = (daysAgo: number) =>
    new Date(app.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
  const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
  const filters = fc.record(
    {
      txn_type: some(transactionTypes).map((values) => is('txn_type', 'IN', values)),
      txn_status: some(transactionStatuses).map((values) => is('txn_status', 'NOT_IN', values)),
      ccy_code: fc.constantFrom('GBP', 'EUR', 'USD').map((code) => is('ccy_code', 'EQUALS', [code])),
      requested_amount: fc
        .constantFrom('10', '25.5', '100')
        .map((amount) => is('requested_amount', 'GTE', [amount])),
      money_moved: fc
        .constantFrom(['LT', '0'], ['GT', '20'], ['NOT_EQUALS', '0'])
        .map(([operation = '', limit = '']) => is('money_moved', operation, [limit])),
      days: fc
        .tuple(anyDay, anyDay)
        .map((days) => is('txn_date', 'BETWEEN', [day(Math.max(...days)), day(Math.min(...days))])),
    },
    { requiredKeys: [] },
  );

  test('is what the ledger has, in every currency, whatever the filter', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const ledger = await app.owner<{ txnId: string; minor: string }[]>`
      select txn_id::text, (case kind when 'CAPTURE' then amount_minor else -amount_minor end)::text as minor
      from ledger_entry where company_id = 1100`;
    const minors = new Map(ledger.map(({ txnId, minor }) => [txnId, BigInt(minor)]));
    let withMoney = 0;
    const send = async (url: string, body: object) => {
      const response = await admin('POST', url, { dataSource: 'REAL-TIME', orgIds: [1100], ...body });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      return response.body;
    };
    for (const filter of [{}, ...fc.sample(filters, { numRuns: generatedRuns(50), seed: 32 })]) {
      const named = Object.values<Field>(filter);
      const shown = ['txn_id', 'ccy_code', 'money_moved'].map(
        (field) => named.find((one) => one.field === field) ?? { field },
      );
      const hidden = named.filter(({ field }) => !shown.some((one) => one.field === field));
      const fields = [...shown, ...hidden.map((field) => ({ ...field, display: false }))];
      const found = new Map<string, bigint>();
      const expected = new Map<string, { net: bigint; number: number }>();
      for (let startFrom = 1; ; startFrom += 500) {
        const { data } = await send(searchTransactions.url, { startFrom, limit: 500, fields });
        for (const [id, code, moved] of data as [string, string, string][]) {
          found.set(code, (found.get(code) ?? 0n) + minorOf(moved));
          const { net, number } = expected.get(code) ?? { net: 0n, number: 0 };
          expected.set(code, { net: net + (minors.get(id) ?? 0n), number: number + 1 });
        }
        if (data.length < 500) break;
      }
      const nets = new Map([...expected].map(([code, { net }]) => [code, net]));
      expect(found, JSON.stringify(filter)).toEqual(nets);
      const { totals } = await send(sumTransactions.url, { startFrom: 1, limit: 1, fields });
      const summed = new Map(
        (totals as TotalsResponse['totals']).map(({ ccyCode, number, ...sums }) => [
          ccyCode,
          { net: minorOf(sums.net), number },
        ]),
      );
      expect(summed, JSON.stringify(filter)).toEqual(expected);
      for (const { taken, refunded, paidOut, net } of totals as TotalsResponse['totals'])
        expect(minorOf(taken) - minorOf(refunded) - minorOf(paidOut)).toBe(minorOf(net));
      withMoney += [...found.values()].some((sum) => sum !== 0n) ? 1 : 0;
    }
    expect(withMoney).toBeGreaterThan(8);
  });
});

test('no card of the documentation is on a block list', async () => {
  const [list] = await app.owner<{ cards: string[] }[]>`
    select array_agg(right(i.masked_pan, 4)) as cards from fraud_list_item i
    join fraud_list l on l.company_id = i.company_id and l.list_id = i.list_id
    where l.kind = 'NEGATIVE' and i.masked_pan is not null`;
  expect(list?.cards.length).toBeGreaterThan(0);
  expect(list?.cards.filter((end) => sharedCards.some((pan) => pan.endsWith(end)))).toEqual([]);
});

test('no rule of the demo stops the test cards of the documentation', async () => {
  const merchant = actAsMerchant(app);
  for (let index = 1; index <= 20; index += 1) {
    const amount = `${index}.00`;
    const customer = { email: 'ada.lovell@example.org', ip: '192.0.2.7' };
    expect(
      reason(await merchant('POST', `${base}/payment`, payment({ amount }, undefined, { customer }))),
    ).toBe('S100');
  }
});
