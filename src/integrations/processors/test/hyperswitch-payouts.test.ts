import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { signWebhook } from '#testing/simulators/hyperswitch/account.ts';
import {
  type HyperswitchSimulator,
  startHyperswitchSimulator,
} from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import { safeWebClient } from '../../web/safe-web-client.ts';
import type { ProcessorOperation, SentOperation } from '../adapter.ts';
import { hyperswitchAdapter } from '../hyperswitch/hyperswitch-adapter.ts';
import { readPayout } from '../hyperswitch/hyperswitch-payouts.ts';

const pan = '4111111111111111';
let now = new Date('2026-11-28T10:00:00Z');
let simulator: HyperswitchSimulator;
beforeAll(async () => {
  simulator = await startHyperswitchSimulator({ now: () => now });
});
beforeEach(() => {
  simulator.setFault(null);
  simulator.setPayoutDecision(() => 'success');
});
afterAll(async () => {
  expect(simulator.violations()).toEqual([]);
  await simulator.close();
});

const connect = (settings: Record<string, string> = {}) =>
  hyperswitchAdapter.connect({
    mode: 'TEST',
    settings: { merchantId: simulator.merchantId, url: simulator.url, ...settings },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
    eventUrl: 'https://pay.example/processor/k/events',
    http: safeWebClient({ isInsecureAllowed: true }),
    clock: { now: () => now },
    log: { warn: () => {} },
    events: { find: async () => [] },
    timeoutMs: 1000,
  });

let references = 0;
const payout = (more: Partial<ProcessorOperation> = {}): ProcessorOperation => ({
  reference: `1000000000${(references += 1)}`,
  kind: 'PAYOUT',
  amountMinor: 2500,
  currency: 'GBP',
  source: { card: { pan, expiry: '0330', holderName: 'A Payee' } },
  initiator: 'CUSTOMER',
  channel: 'ECOM',
  account: { profileId: 'pro_1' },
  ...more,
});
async function prepared(
  more: Partial<ProcessorOperation> = {},
): Promise<ProcessorOperation & { handle: string }> {
  const operation = payout(more);
  const result = await connect().prepare?.(operation);
  if (result?.kind !== 'prepared') throw new Error(`prepare: ${result?.kind}`);
  return { ...operation, handle: result.handle };
}
const asSent = (operation: ProcessorOperation, sentAt = now): SentOperation => ({ ...operation, sentAt });
const paid = ({ reference }: ProcessorOperation): number =>
  simulator
    .payouts()
    .filter(({ metadata }) => metadata?.reference === reference)
    .reduce((sum, one) => sum + one.paid, 0);

describe('a payout', () => {
  test('is created without the card, then confirmed with it', async () => {
    const before = simulator.requests().length;
    const operation = await prepared();
    expect(paid(operation)).toBe(0);
    expect(await connect().lookup(asSent(operation))).toEqual({ kind: 'unknown' });
    // The simulator keeps no whole number.
    expect(JSON.stringify(simulator.requests().slice(before))).not.toContain('411111');
    expect(await connect().send(operation)).toMatchObject({
      kind: 'response',
      response: { result: 'APPROVED', gatewayReference: operation.handle, acquirerName: 'adyen' },
    });
    const { path, body } = simulator.requests().at(-1) ?? { path: '', body: '' };
    expect(path).toBe(`/payouts/${operation.handle}/confirm`);
    expect(JSON.parse(body)).toMatchObject({
      auto_fulfill: true,
      payout_method_data: {
        card: { card_number: '411111******1111', expiry_year: '30', card_holder_name: 'A Payee' },
      },
    });
    expect(paid(operation)).toBe(1);
  });

  test('is sent once, although it is confirmed twice', async () => {
    const operation = await prepared();
    const results = [await connect().send(operation), await connect().send(operation)];
    expect(results).toMatchObject([
      { response: { result: 'APPROVED' } },
      { response: { result: 'APPROVED' } },
    ]);
    expect(paid(operation)).toBe(1);
  });

  test('without an answer is looked up', async () => {
    const operation = await prepared();
    simulator.setFault(({ path }) => (path.endsWith('/confirm') ? { kind: 'lost-answer' } : undefined));
    expect((await connect().send(operation)).kind).toBe('no-response');
    expect(await connect().lookup(asSent(operation))).toMatchObject({ response: { result: 'APPROVED' } });
    expect(paid(operation)).toBe(1);
  });

  test('that fails has the code of the connector', async () => {
    simulator.setPayoutDecision(() => 'failed');
    expect(await connect().send(await prepared())).toMatchObject({
      response: { result: 'DECLINED', statusCode: '51', message: 'The card does not take payouts' },
    });
  });

  test('that a connector works on is pending', async () => {
    simulator.setPayoutDecision(() => 'initiated');
    const operation = await prepared();
    expect(await connect().send(operation)).toEqual({ kind: 'pending' });
    expect(await connect().invalidate(asSent(operation))).toEqual({ kind: 'pending' });
    simulator.processPayouts();
    expect(await connect().lookup(asSent(operation))).toMatchObject({ response: { result: 'APPROVED' } });
  });

  test.each([
    ['a stored card', { source: { credential: 'cus_1|pm_1' } }, '57'],
    ['a card without the name of its holder', { source: { card: { pan, expiry: '0330' } } }, '30'],
  ])('to %s is declined, and nothing is sent', async (_title, more, statusCode) => {
    const before = simulator.requests().length;
    expect(await connect().prepare?.(payout(more))).toMatchObject({
      response: { result: 'DECLINED', statusCode },
    });
    expect(simulator.requests()).toHaveLength(before);
  });

  test('whose secret cannot be read is not sent', async () => {
    const operation = await prepared();
    simulator.setFault(({ method }) => (method === 'GET' ? { kind: 'server-error' } : undefined));
    expect(await connect().send(operation)).toEqual({ kind: 'not-sent', why: 'unavailable' });
    expect(paid(operation)).toBe(0);
  });

  test('of another account, amount or currency is no result', async () => {
    const operation = await prepared();
    await connect().send(operation);
    const { lookup } = connect();
    expect((await lookup(asSent({ ...operation, amountMinor: 2501 }))).kind).toBe('no-response');
    expect((await lookup(asSent({ ...operation, currency: 'EUR' }))).kind).toBe('no-response');
    expect((await connect({ merchantId: 'merchant_2' }).lookup(asSent(operation))).kind).toBe('no-response');
  });
});

describe('a payout whose confirmation is lost', () => {
  test('is cancelled, and certain once no confirmation can be on its way', async () => {
    const operation = await prepared();
    const sent = asSent(operation);
    expect(await connect().invalidate(sent)).toEqual({ kind: 'pending' });
    expect(await connect().lookup(sent)).toEqual({ kind: 'pending' });
    // What arrives now is refused.
    expect(await connect().send(operation)).toMatchObject({ kind: 'pending' });
    now = new Date(now.getTime() + 15 * minuteMs);
    expect(await connect().lookup(sent)).toMatchObject({ response: { result: 'FORBIDDEN' } });
    expect(await connect().invalidate(sent)).toEqual({ kind: 'forbidden' });
    expect(paid(operation)).toBe(0);
  });

  test('counts as paid, if the connector had it when it was cancelled', async () => {
    const operation = await prepared();
    const sent = asSent(operation);
    const connector = Promise.withResolvers<void>();
    simulator.setFault(({ path }) =>
      path.endsWith('/confirm') ? { kind: 'slow', until: connector.promise } : undefined,
    );
    const sending = connect().send(operation);
    await expect.poll(() => simulator.requests().at(-1)?.path).toContain('/confirm');
    expect(await connect().invalidate(sent)).toEqual({ kind: 'pending' });
    connector.resolve();
    expect(await sending).toMatchObject({ response: { result: 'APPROVED' } });
    now = new Date(now.getTime() + 15 * minuteMs);
    expect(await connect().lookup(sent)).toMatchObject({ response: { result: 'APPROVED' } });
    expect(paid(operation)).toBe(1);
  });

  test('that never had a handle is forbidden without a call', async () => {
    const before = simulator.requests().length;
    expect(await connect().invalidate(asSent(payout()))).toEqual({ kind: 'forbidden' });
    expect(simulator.requests()).toHaveLength(before);
  });
});

test.each([
  ['success', 'APPROVED'],
  ['failed', 'DECLINED'],
  ['ineligible', 'DECLINED'],
  ['expired', 'DECLINED'],
  ['reversed', 'DECLINED'],
  ['cancelled', 'FORBIDDEN'],
  ['initiated', 'pending'],
  ['pending', 'pending'],
  ['requires_creation', 'unconfirmed'],
  ['requires_confirmation', 'unconfirmed'],
  ['requires_payout_method_data', 'unconfirmed'],
  ['requires_fulfillment', 'unconfirmed'],
  ['requires_vendor_account_creation', 'unconfirmed'],
  ['a status of a later version', 'pending'],
])('a payout that is %s: %s', (status, expected) => {
  const read = readPayout({ payout_id: 'p', merchant_id: 'm', amount: 1, currency: 'GBP', status });
  expect(read.kind === 'response' ? read.response.result : read.kind).toBe(expected);
});

test('events of payouts have their end, and one that comes back is a correction', async () => {
  simulator.setPayoutDecision(() => 'initiated');
  const operation = await prepared();
  await connect().send(operation);
  simulator.processPayouts();
  simulator.reversePayout(operation.handle);
  const read = simulator
    .events()
    .slice(-3)
    .flatMap(({ item }) => {
      const body = Buffer.from(JSON.stringify(item));
      const headers = { 'x-webhook-signature-512': signWebhook(body, simulator.webhookKey) };
      const events = connect().readEvents?.({ headers, body });
      return events === 'rejected' ? [] : (events ?? []);
    });
  const { reference } = operation;
  expect(read).toMatchObject([
    { kind: 'other', name: 'payout_initiated', reference },
    { kind: 'result', reference, response: { result: 'APPROVED' }, amountMinor: 2500, currency: 'GBP' },
    { kind: 'correction', reference, reason: 'The payout is reversed' },
  ]);
});
