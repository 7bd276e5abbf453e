import { describe, expect, test } from 'vitest';
import { loadSdk } from '../../vendor-sdks.ts';
import { signPayload } from '../account.ts';
import type { StripeSimulator } from '../start-stripe-simulator.ts';
import { book, startSimulator } from './fixtures.ts';

interface Answer {
  id: string;
  status: string;
  data: { id: string }[];
  latest_charge: { balance_transaction: { fee: number } };
}

type Call = (...parameters: unknown[]) => Promise<Answer>;

/** What these tests use of `stripe`. */
interface Client {
  paymentIntents: Record<'create' | 'confirm' | 'capture' | 'cancel' | 'retrieve', Call>;
  refunds: Record<'create' | 'list', Call>;
  paymentMethods: Record<'create' | 'attach', Call>;
  customers: Record<'create', Call>;
  disputes: Record<'update', Call>;
  balanceTransactions: { list(query: object): AsyncIterable<{ net: number }> };
  webhooks: { constructEvent(payload: string, signature: string, secret: string): { type: string } };
}

const { sdk, reason } = loadSdk('stripe');

test.runIf(reason)(`the SDK of Stripe is skipped: ${reason}`, () => {
  expect(sdk).toBeUndefined();
});

function clientFor(simulator: StripeSimulator): Client {
  const { port } = new URL(simulator.url);
  const Stripe = sdk as new (key: string, options: object) => Client;
  return new Stripe(simulator.apiKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
}

const parameters = {
  amount: 1234,
  currency: 'eur',
  capture_method: 'manual',
  payment_method_types: ['card'],
  metadata: { reference: 'T-1' },
};

describe.skipIf(reason)('the SDK of Stripe', () => {
  test('prepares, confirms, captures and refunds', async () => {
    const simulator = await startSimulator();
    const stripe = clientFor(simulator);
    const card = { number: '4242424242424242', exp_month: 3, exp_year: 2030, cvc: '123' };
    const method = await stripe.paymentMethods.create({ type: 'card', card });
    const intent = await stripe.paymentIntents.create(
      { ...parameters, payment_method: method.id },
      { idempotencyKey: 'T-1-prepare' },
    );
    const confirm = () =>
      stripe.paymentIntents.confirm(
        intent.id,
        { error_on_requires_action: true, expand: ['latest_charge'] },
        { idempotencyKey: 'T-1-send' },
      );
    expect((await confirm()).status).toBe('requires_capture');
    expect((await confirm()).status).toBe('requires_capture');
    await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1000 });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 400, metadata: { reference: 'R-1' } });
    expect(book(simulator)).toMatchObject({ approvals: 1, captured: 1000, refunded: 400, cancelled: 234 });
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
    const shown = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    });
    expect(shown.latest_charge.balance_transaction.fee).toBe(59);
    expect(simulator.violations()).toEqual([]);
  });

  test('throws a decline with its codes', async () => {
    const stripe = clientFor(await startSimulator());
    const intent = await stripe.paymentIntents.create({
      ...parameters,
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      raw: { network_decline_code: '51' },
    });
  });

  test('throws an unexpected state', async () => {
    const stripe = clientFor(await startSimulator());
    const intent = await stripe.paymentIntents.create({ ...parameters, payment_method: 'pm_card_visa' });
    await stripe.paymentIntents.cancel(intent.id);
    await expect(stripe.paymentIntents.confirm(intent.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'payment_intent_unexpected_state',
    });
  });

  test('answers a dispute and lists a payout', async () => {
    let now = new Date('2026-11-01T00:00:00Z');
    const simulator = await startSimulator({ now: () => now });
    const stripe = clientFor(simulator);
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const intent = await stripe.paymentIntents.create({
      ...parameters,
      amount: 12_340,
      capture_method: 'automatic',
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      off_session: true,
    });
    const dispute = simulator.openDispute({ intent: intent.id });
    const won = await stripe.disputes.update(dispute, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won.status).toBe('won');
    now = new Date('2026-11-04T00:00:00Z');
    const payout = simulator.makePayout('eur')?.payout;
    let sum = 0;
    // The SDK asks for the next page by itself.
    for await (const { net } of stripe.balanceTransactions.list({ payout: payout?.id, limit: 2 })) sum += net;
    expect(sum).toBe(0);
    expect(payout?.amount).toBe(12_340 - 388 - 1500);
  });

  test('accepts the signature of each event and no other', async () => {
    const simulator = await startSimulator();
    const stripe = clientFor(simulator);
    await stripe.paymentIntents.create({ ...parameters, payment_method: 'pm_card_visa', confirm: true });
    const seconds = Math.floor(Date.now() / 1000);
    for (const { item } of simulator.events()) {
      const payload = JSON.stringify(item);
      const { webhookSecret } = simulator;
      const event = stripe.webhooks.constructEvent(
        payload,
        signPayload(payload, webhookSecret, seconds),
        webhookSecret,
      );
      expect(event.type).toBe(item.type);
      const old = signPayload(payload, webhookSecret, seconds - 600);
      expect(() => stripe.webhooks.constructEvent(payload, old, webhookSecret)).toThrow();
      const forged = signPayload(payload, 'whsec_other', seconds);
      expect(() => stripe.webhooks.constructEvent(payload, forged, webhookSecret)).toThrow();
    }
  });
});
