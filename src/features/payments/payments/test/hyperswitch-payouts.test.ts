import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { settleProcessorEvents } from '../server/jobs/settle-processor-events.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import {
  type HyperswitchSimulator,
  startHyperswitchSimulator,
} from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { generatedRuns } from '#testing/generated-runs.ts';
import type { Fault } from '#testing/simulators/faults.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { base, expectBooksToBalance, payment, reason, transactionIdOf } from './payment-fixtures.ts';

const card = { pan: '4242424242424242', expiryDate: '0330', cv2: '123', cardHolderName: 'A Payee' };
let app: TestApp;
let merchant: Send;
let simulator: HyperswitchSimulator;
let cardToken: string;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  simulator = await startHyperswitchSimulator({ now: () => clock.now() });
  app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, '--processor-timeout-ms', '2000'],
    adapters: [hyperswitchAdapter],
  });
  clock.now = () => app.clock.now();
  merchant = actAsMerchant(app);
  await connectProcessor(app, {
    connectionId: 321,
    adapter: 'hyperswitch',
    settings: { url: simulator.url, merchantId: simulator.merchantId },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
  });
  await app.owner`delete from processor_route where organisation_id is null`;
  // Payouts go to cards that have paid.
  const customer = { merchantRef: 'payee', registered: true };
  const paid = await merchant('POST', `${base}/payment`, payment({}, { card }, { customer }));
  ({ cardToken } = paid.body.paymentMethod.card);
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  simulator.setWebhook(`${gateway}/processor/key-321/events`);
});
afterEach(() => {
  simulator.setFault(null);
  simulator.setPayoutDecision(() => 'success');
});
afterAll(async () => {
  await expectBooksToBalance(app);
  expect(simulator.violations()).toEqual([]);
  await app.stop();
  await simulator.close();
});

const payOut = () => merchant('POST', `${base}/payout`, payment({}, { card }));
const statusOf = async (id: string) => {
  const { body } = await merchant('GET', `${base}/${id}`);
  return body.transaction.status;
};
const paidOut = (id: string) =>
  simulator
    .payouts()
    .filter(({ metadata }) => metadata?.reference === id)
    .map(({ paid }) => paid);
const deliver = async () => {
  await simulator.deliverEvents();
  await settleProcessorEvents.run(app.services);
};
/** Emails to the operator about a transaction. */
const reports = (id: string) => app.owner`
  select 1 from mail_outbox where template = 'processorReport' and contents ->> 'transactionId' = ${id}`;

test('a payout to a card number is paid out once', async () => {
  const response = await payOut();
  expect(response.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS', amount: 25 });
  expect(paidOut(transactionIdOf(response))).toEqual([1]);
});

test('a payout to a stored card is declined', async () => {
  const before = simulator.payouts().length;
  const response = await merchant(
    'POST',
    `${base}/payout`,
    payment({}, { cardToken: { token: cardToken } }, { customer: { merchantRef: 'payee' } }),
  );
  expect(reason(response)).toBe('D100');
  expect(simulator.payouts()).toHaveLength(before);
});

test('a payout that is announced first is refused, as no processor keeps its card', async () => {
  const response = await merchant('POST', `${base}/payout`, payment({ deferred: 'true' }, { card }));
  expect(reason(response)).toBe('X203');
});

test('a lost answer is looked up at once', async () => {
  simulator.setFault(({ path }) => (path.endsWith('/confirm') ? { kind: 'lost-answer' } : undefined));
  const response = await payOut();
  expect(response.body.transaction.status).toBe('SUCCESS');
  expect(paidOut(transactionIdOf(response))).toEqual([1]);
});

test('a payout whose confirmation arrives after its cancellation moves nothing', async () => {
  simulator.setFault(({ path }) => (path.endsWith('/confirm') ? { kind: 'late-arrival' } : undefined));
  const id = transactionIdOf(await payOut());
  simulator.setFault(null);
  app.clock.advance(minuteMs);
  await reconcilePayments.run(app.services);
  expect(await statusOf(id)).not.toBe('FAILED');
  await simulator.arriveLate();
  app.clock.advance(20 * minuteMs);
  await reconcilePayments.run(app.services);
  expect(await statusOf(id)).toBe('FAILED');
  expect(paidOut(id)).toEqual([0]);
});

test('a pending payout ends with its event, and the operator learns that it came back', async () => {
  simulator.setPayoutDecision(() => 'initiated');
  const id = transactionIdOf(await payOut());
  expect(await statusOf(id)).not.toBe('SUCCESS');
  simulator.processPayouts();
  await deliver();
  expect(await statusOf(id)).toBe('SUCCESS');
  const handle = simulator.payouts().find(({ metadata }) => metadata?.reference === id)?.payout_id;
  simulator.reversePayout(handle ?? '');
  await deliver();
  expect(await statusOf(id)).toBe('SUCCESS');
  const [held] = await app.owner`
    select state, error from processor_event where reference = ${id} and kind = 'correction'`;
  expect(held).toEqual({ state: 'HELD', error: 'payout came back' });
  expect((await reports(id)).length).toBeGreaterThan(0);
});

const faults: Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'rate-limited',
  'server-error',
  'html',
  'cut-json',
];

test('payouts with faults are paid exactly where our books have them', async () => {
  const random = new SeededRandom(Number(process.env.COUNTINGHOUSE_SEED ?? 7));
  simulator.setPayoutDecision(
    () => (['success', 'success', 'initiated', 'failed'] as const)[random.below(4)] ?? 'success',
  );
  simulator.setFault(() => {
    const kind = random.below(3) === 0 ? faults[random.below(faults.length)] : undefined;
    // A router that refuses for its limit has done nothing.
    return kind && { kind, processed: kind !== 'rate-limited' && random.below(2) === 0 };
  });
  const ids: string[] = [];
  for (let each = 0; each < generatedRuns(40); each += 1) {
    const response = await merchant(
      'POST',
      `${base}/payout`,
      payment({ amount: String(10 + each) }, { card }),
    );
    ids.push(transactionIdOf(response));
    if (random.below(3) === 0) await simulator.arriveLate();
    if (random.below(3) > 0) continue;
    app.clock.advance(random.below(10) * minuteMs);
    simulator.processPayouts();
    await reconcilePayments.run(app.services);
    await deliver();
  }
  simulator.setFault(null);
  for (let round = 0; round < 8; round += 1) {
    await simulator.arriveLate();
    app.clock.advance(20 * minuteMs);
    simulator.processPayouts();
    await reconcilePayments.run(app.services);
    await deliver();
  }
  const ended = new Map<string, string>();
  for (const id of ids) ended.set(id, await statusOf(id));
  for (const [id, status] of ended) {
    const paid = paidOut(id).reduce((sum, times) => sum + times, 0);
    expect([id, status, paid]).toEqual([id, paid === 1 ? 'SUCCESS' : 'FAILED', paid === 1 ? 1 : 0]);
  }
  // Both ends occur, so the test means something.
  expect(new Set(ended.values())).toEqual(new Set(['SUCCESS', 'FAILED']));
});
