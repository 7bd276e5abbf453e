import { describe, expect, test } from 'vitest';
import { startSimulator as startAdyen } from '../adyen/test/fixtures.ts';
import { call as callStripe, startSimulator as startStripe } from '../stripe/test/fixtures.ts';
import { readVendorFile, whyNoDocument } from '../vendor-documents.ts';

interface Recorded {
  flows: Record<string, Record<string, { sample?: { url: string; body: string } }>>;
}

const reason = whyNoDocument('hyperswitch-prism/adyen.json') ?? whyNoDocument('stripe/spec3-2020-08-27.json');

function recorded(
  vendor: 'adyen' | 'stripe',
  flow: string,
  name = 'default',
): { path: string; body: string } {
  const { flows } = readVendorFile(`hyperswitch-prism/${vendor}.json`) as Recorded;
  const sample = flows[flow]?.[name]?.sample;
  if (!sample) throw new Error(`No recorded request: ${vendor} ${flow} ${name}`);
  return { path: new URL(sample.url).pathname, body: sample.body };
}

test.runIf(reason)(`the second implementation is skipped: ${reason}`, () => {
  expect(reason).toBeTruthy();
});

/** Requests that another implementation (Hyperswitch Prism) was recorded to send. Each difference has its reason. */
describe.skipIf(reason)('requests of a second implementation to Adyen', () => {
  async function replay() {
    const simulator = await startAdyen();
    async function send(flow: string, name?: string, pspReference = '') {
      const { path, body } = recorded('adyen', flow, name);
      const response = await fetch(
        // It is written for version 68.
        `${simulator.url}${path.replace('/v68/', '/v72/').replace('probe_connector_txn_001', pspReference)}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': simulator.apiKey },
          body: body.replaceAll('probe_merchant', simulator.merchantAccount),
        },
      );
      return {
        status: response.status,
        body: (await response.json()) as { pspReference: string; resultCode: string },
      };
    }
    return { simulator, send };
  }

  test('pay with a card', async () => {
    const { simulator, send } = await replay();
    expect((await send('authorize', 'Card')).body.resultCode).toBe('Authorised');
    // It sends an empty name; the document requires both parts of a name.
    expect(simulator.violations()).toEqual([
      expect.stringContaining('/shopperName must have required property'),
      expect.stringContaining('/shopperName must have required property'),
    ]);
  });

  test('capture and refund', async () => {
    const { simulator, send } = await replay();
    const { pspReference } = (await send('authorize', 'Card')).body;
    const before = simulator.violations().length;
    expect((await send('capture', 'default', pspReference)).status).toBe(201);
    expect((await send('void', 'default', pspReference)).status).toBe(201);
    expect(simulator.violations()).toHaveLength(before);
    expect((await send('refund', 'default', pspReference)).status).toBe(201);
    // Its reason is not one of the documented ones.
    expect(simulator.violations().slice(before)).toEqual([
      expect.stringContaining('/merchantRefundReason must be equal'),
    ]);
  });

  test('verify and store a card', async () => {
    const { simulator, send } = await replay();
    expect((await send('setup_recurring')).body.resultCode).toBe('Authorised');
    expect(simulator.violations().filter((violation) => !violation.includes('/shopperName'))).toEqual([]);
    expect(simulator.books()).toMatchObject([{ authorised: 0 }]);
  });
});

describe.skipIf(reason)('requests of a second implementation to Stripe', () => {
  const formOf = (body: string) => Object.fromEntries(new URLSearchParams(body));

  test('pay with a card', async () => {
    const simulator = await startStripe();
    const { status, body } = await callStripe(
      simulator,
      'payment_intents',
      formOf(recorded('stripe', 'authorize', 'Card').body),
    );
    expect([status, body.status]).toEqual([200, 'succeeded']);
    // It sends the card with the intent, which no document of Stripe has: neither of 2022 nor the types of 2026.
    expect(simulator.violations()).toEqual([
      expect.stringContaining('/payment_method_data/type must be equal'),
    ]);
  });

  test('store a card first', async () => {
    const simulator = await startStripe();
    const { body } = await callStripe(
      simulator,
      'payment_methods',
      formOf(recorded('stripe', 'tokenize').body),
    );
    const intent = formOf(recorded('stripe', 'token_authorize').body);
    const paid = await callStripe(simulator, 'payment_intents', { ...intent, payment_method: body.id });
    expect(paid.body.status).toBe('succeeded');
    expect(simulator.violations()).toEqual([]);
  });

  test('capture, cancel and refund', async () => {
    const simulator = await startStripe();
    const prepare = async () => {
      const form = {
        amount: '1000',
        currency: 'usd',
        capture_method: 'manual',
        payment_method: 'pm_card_visa',
        confirm: 'true',
      };
      return (await callStripe(simulator, 'payment_intents', form)).body.id;
    };
    const [first, second] = [await prepare(), await prepare()];
    await callStripe(
      simulator,
      `payment_intents/${first}/capture`,
      formOf(recorded('stripe', 'capture').body),
    );
    await callStripe(simulator, `payment_intents/${second}/cancel`, {});
    const refund = recorded('stripe', 'refund').body.replace('probe_connector_txn_001', first);
    expect((await callStripe(simulator, 'refunds', formOf(refund))).body.status).toBe('succeeded');
    expect(simulator.books()).toMatchObject([{ refunded: 1000 }, { cancelled: 1000 }]);
    expect(simulator.violations()).toEqual([]);
  });
});
