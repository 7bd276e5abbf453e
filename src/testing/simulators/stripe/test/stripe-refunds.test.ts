import { describe, expect, test } from 'vitest';
import { book, call, eventTypes, pay, prepare, startSimulator } from './fixtures.ts';

describe('refunds', () => {
  test('return parts up to the captured amount', async () => {
    const simulator = await startSimulator();
    const payment_intent = await pay(simulator);
    const first = await call(simulator, 'refunds', {
      payment_intent,
      amount: '234',
      'metadata[reference]': 'R-1',
    });
    expect(first.body).toMatchObject({ status: 'succeeded', amount: 234 });
    const second = await call(simulator, 'refunds', { payment_intent, amount: '1001' });
    expect([second.status, second.body.error.param]).toEqual([400, 'amount']);
    await call(simulator, 'refunds', { payment_intent });
    expect(book(simulator)).toMatchObject({ captured: 1234, refunded: 1234 });
    const third = await call(simulator, 'refunds', { payment_intent });
    expect(third.body.error.code).toBe('charge_already_refunded');
    const listed = await call(simulator, `refunds?payment_intent=${payment_intent}&limit=1`);
    expect(listed.body).toMatchObject({ has_more: true, data: [{ amount: 1000 }] });
    expect(simulator.violations()).toEqual([]);
  });

  test('need a capture', async () => {
    const simulator = await startSimulator();
    const payment_intent = await prepare(simulator);
    await call(simulator, `payment_intents/${payment_intent}/confirm`, {});
    expect((await call(simulator, 'refunds', { payment_intent })).status).toBe(400);
  });

  test('do not return what was released at a partial capture', async () => {
    const simulator = await startSimulator();
    const payment_intent = await prepare(simulator);
    await call(simulator, `payment_intents/${payment_intent}/confirm`, {});
    await call(simulator, `payment_intents/${payment_intent}/capture`, { amount_to_capture: '1000' });
    expect((await call(simulator, 'refunds', { payment_intent, amount: '1001' })).status).toBe(400);
    expect((await call(simulator, 'refunds', { payment_intent })).body.amount).toBe(1000);
  });

  test('can be pending', async () => {
    const simulator = await startSimulator({ holdRefunds: true });
    const payment_intent = await pay(simulator, '4000000000007726');
    const { body } = await call(simulator, 'refunds', { payment_intent });
    expect(body.status).toBe('pending');
    expect(simulator.processRefunds()).toBe(1);
    expect((await call(simulator, `refunds/${body.id}`)).body.status).toBe('succeeded');
    expect(eventTypes(simulator).at(-1)).toBe('refund.updated');
  });

  test('can fail after they succeeded', async () => {
    const simulator = await startSimulator({ holdRefunds: true });
    const payment_intent = await pay(simulator, '4000000000005126');
    expect((await call(simulator, 'refunds', { payment_intent })).body.status).toBe('succeeded');
    expect(book(simulator)).toMatchObject({ refunded: 1234 });
    simulator.processRefunds();
    expect(book(simulator)).toMatchObject({ refunded: 0 });
    expect(eventTypes(simulator).at(-1)).toBe('refund.failed');
    expect((await call(simulator, 'refunds', { payment_intent })).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
  });
});

test('a refund fails when a test asks for it', async () => {
  const simulator = await startSimulator();
  const payment_intent = await pay(simulator);
  const { body } = await call(simulator, 'refunds', { payment_intent });
  simulator.failRefund(body.id);
  expect((await call(simulator, `refunds/${body.id}`)).body.status).toBe('failed');
  expect(book(simulator)).toMatchObject({ refunded: 0 });
});

describe('disputes', () => {
  test('of a test card take the money', async () => {
    const simulator = await startSimulator();
    const payment_intent = await pay(simulator, '4000000000000259');
    expect(book(simulator)).toMatchObject({ captured: 1234, chargedBack: 1234 });
    expect((await call(simulator, 'refunds', { payment_intent })).body.error.code).toBe('charge_disputed');
    expect(eventTypes(simulator).slice(-2)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['winning_evidence', 'won', 0],
    ['losing_evidence', 'lost', 1234],
  ])('end by the documented text %s', async (text, status, chargedBack) => {
    const simulator = await startSimulator();
    const id = simulator.openDispute({ intent: await pay(simulator) });
    const staged = await call(simulator, `disputes/${id}`, {
      'evidence[uncategorized_text]': text,
      submit: 'false',
    });
    expect(staged.body.status).toBe('needs_response');
    const { body } = await call(simulator, `disputes/${id}`, { submit: 'true' });
    expect(body).toMatchObject({ status, evidence_details: { submission_count: 1 } });
    expect((await call(simulator, `disputes/${id}`, { submit: 'true' })).status).toBe(400);
    expect(book(simulator)).toMatchObject({ chargedBack });
    expect(simulator.violations()).toEqual([]);
  });

  test('are accepted by closing', async () => {
    const simulator = await startSimulator();
    const id = simulator.openDispute({ intent: await pay(simulator) });
    expect((await call(simulator, `disputes/${id}/close`, {})).body.status).toBe('lost');
    expect(book(simulator)).toMatchObject({ chargedBack: 1234 });
  });

  test('of an inquiry take no money', async () => {
    const simulator = await startSimulator();
    await pay(simulator, '4000000000001976');
    expect(book(simulator)).toMatchObject({ chargedBack: 0 });
    expect(eventTypes(simulator)).not.toContain('charge.dispute.funds_withdrawn');
  });

  test('come after an early warning', async () => {
    const simulator = await startSimulator();
    await pay(simulator, '4000000000005423');
    expect(eventTypes(simulator).at(-1)).toBe('radar.early_fraud_warning.created');
  });
});

describe('payouts', () => {
  test('have the sum of their balance transactions', async () => {
    let now = new Date('2026-11-01T00:00:00Z');
    const simulator = await startSimulator({ now: () => now });
    const payment_intent = await pay(simulator);
    await pay(simulator, undefined, { currency: 'usd', 'metadata[reference]': 'T-2' });
    await call(simulator, 'refunds', { payment_intent, amount: '234' });
    expect(simulator.makePayout('eur')).toBeUndefined();
    now = new Date('2026-11-03T00:00:00Z');
    const payout = simulator.makePayout('eur')?.payout;
    expect(payout?.amount).toBe(1234 - 66 - 234);
    const { body } = await call(simulator, `balance_transactions?payout=${payout?.id}`);
    expect(body.data.map(({ type }) => type)).toEqual(['payout', 'refund', 'charge']);
    expect(body.data.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    expect(simulator.makePayout('eur')).toBeUndefined();
    expect(eventTypes(simulator).at(-1)).toBe('payout.reconciliation_completed');
    expect(simulator.violations()).toEqual([]);
  });

  test('can have planted differences', async () => {
    let now = new Date('2026-11-01T00:00:00Z');
    const simulator = await startSimulator({ now: () => now });
    for (let each = 0; each < 6; each++) await pay(simulator);
    now = new Date('2026-11-03T00:00:00Z');
    const kinds = ['missing', 'unknown', 'amount', 'twice', 'payout'] as const;
    const { payout, planted } = simulator.makePayout('eur', kinds) ?? {};
    expect(planted?.map(({ kind }) => kind)).toEqual(kinds);
    const { body } = await call(simulator, `balance_transactions?payout=${payout?.id}&type=charge`);
    // One is missing, one is there twice.
    expect(body.data).toHaveLength(6);
    const sources = body.data.map(({ source }) => source);
    expect(new Set(sources).size).toBe(5);
    const known = await Promise.all(sources.map((source) => call(simulator, `charges/${source}`)));
    expect(known.filter(({ status }) => status === 404)).toHaveLength(1);
    expect(body.data.filter(({ amount }) => amount === 1235)).toHaveLength(1);
    const sum = body.data.reduce((total, { net }) => total + net, 0);
    expect(payout?.amount).toBe(sum - 1);
    expect(() => simulator.makePayout('eur', ['amount'])).toThrow('too few transactions');
  });
});
