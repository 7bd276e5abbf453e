import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoMerchants } from '../demo/demo-merchants.ts';
import { planListActs } from '../demo/people/demo-lists.ts';
import { planReviewActs } from '../demo/people/demo-reviews.ts';
import { planRuleActs } from '../demo/people/demo-rules.ts';
import { suspiciousOrders } from '../demo/people/suspicious-orders.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { inOrderOfTime } from '../demo/staff-act.ts';
import { prepareSandbox } from '#integrations/prepare-sandbox.ts';
import { base, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

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

test('about sixty tasks are open; reviewers and the clock decided others', async () => {
  const rows = await app.owner<{ status: string; system: boolean; count: number }[]>`
    select status, coalesce(decided_by = 'system', false) as system, count(*)::int from queue_task group by 1, 2`;
  const count = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + row.count, 0);
  const open = count(({ status }) => ['NEW', 'ON_HOLD', 'ACCEPT_FAILED', 'REJECT_FAILED'].includes(status));
  expect(open).toBeGreaterThanOrEqual(55);
  expect(open).toBeLessThan(100);
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
