import { createHmac, randomBytes } from 'node:crypto';
import type { ProcessorEvent, RawEvents } from '#integrations/processors/adapter.ts';
import type { KitSubject } from '#integrations/processors/kit/subject.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { stripeDigits } from '#integrations/processors/stripe/stripe-codes.ts';
import { startStripeSimulator } from './stripe/start-stripe-simulator.ts';

import { simulatedAppleToken } from './wallet-tokens.ts';
import { RunningClock, card, eventSource, listPayments, simulatedSubject } from './simulated-vendor.ts';
const stripeDeclines: readonly [
  group: string,
  pan: string,
  result: 'DECLINED' | 'UNREACHABLE',
  code: string,
][] = [
  ['insufficient funds', '4000000000009995', 'DECLINED', '51'],
  ['do not honour', '4000000000000002', 'DECLINED', '05'],
  ['lost card', '4000000000009987', 'DECLINED', '41'],
  ['stolen card', '4000000000009979', 'DECLINED', '43'],
  ['expired card', '4000000000000069', 'DECLINED', '54'],
  ['wrong security code', '4000000000000127', 'DECLINED', 'N7'],
  ['velocity', '4000000000006975', 'DECLINED', '61'],
  ['fraud', '4100000000000019', 'DECLINED', '59'],
  ['issuer unavailable', '4000000000000119', 'UNREACHABLE', '96'],
];

/** Stripe's adapter with its simulator. */
export async function stripeSubject(): Promise<KitSubject> {
  const clock = new RunningClock();
  const simulator = await startStripeSimulator({ now: clock.now });
  const sign = (event: ProcessorEvent, secret: string): RawEvents => {
    const isFailure = event.kind === 'correction';
    const refund = {
      id: `re_${event.eventId}`,
      object: 'refund',
      status: isFailure ? 'failed' : 'succeeded',
      metadata: { reference: 'reference' in event ? event.reference : '' },
      failure_reason: isFailure ? event.reason : null,
    };
    const created = Math.floor(clock.now().getTime() / 1000);
    const type = isFailure ? 'refund.failed' : 'refund.updated';
    const body = Buffer.from(JSON.stringify({ id: event.eventId, type, created, data: { object: refund } }));
    const v1 = createHmac('sha256', secret).update(`${created}.`).update(body).digest('hex');
    return { headers: { 'stripe-signature': `t=${created},v1=${v1}` }, body };
  };
  return simulatedSubject({
    name: 'Stripe, simulated',
    clock,
    url: simulator.url,
    adapter: stripeAdapter({ url: simulator.url, files: simulator.url }),
    settings: { publishableKey: 'pk_test_kit' },
    secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
    account: {},
    digits: stripeDigits,
    triggers: {
      currency: 'GBP',
      amountMinor: 2500,
      approved: card('4242424242424242'),
      declines: stripeDeclines.map(([group, pan, result, statusCode]) => ({
        group,
        card: card(pan),
        result,
        statusCode,
      })),
      wrongCode: card('4000000000000101'),
      wallets: [
        { kind: 'APPLE-PAY', token: simulatedAppleToken('visa') },
        { kind: 'GOOGLE-PAY', token: JSON.stringify({ id: 'tok_mastercard', object: 'token' }) },
      ],
      unknownCredential: 'cus_none|pm_none',
      limitsRefunds: true,
    },
    events: eventSource(sign, simulator.webhookSecret, () => `whsec_${randomBytes(24).toString('hex')}`),
    movements: (reference) => {
      const refunds = simulator.events().flatMap(({ item }) => {
        const object = item.data.object as {
          object?: string;
          id?: string;
          amount?: number;
          currency?: string;
          metadata?: { reference?: string };
        };
        return object.object === 'refund' && object.metadata?.reference === reference ? [object] : [];
      });
      const once = new Map(refunds.map((refund) => [refund.id, refund]));
      return [
        ...listPayments(simulator.books(), reference),
        ...[...once.values()].map(({ amount = 0, currency = '' }) => ({
          amountMinor: amount,
          currency: currency.toUpperCase(),
        })),
      ];
    },
    violations: simulator.violations,
    rows: () => JSON.stringify([simulator.books(), simulator.events()]),
    listen: (url) => simulator.setWebhook(url),
    async passTime() {
      simulator.processRefunds();
      await simulator.deliverEvents({ attempts: 1 });
    },
    openDispute: ({ handle = '' }) => void simulator.openDispute({ intent: handle }),
    makeReport: () => void simulator.makePayout('gbp'),
    hasFiles: false,
    close: () => simulator.close(),
  });
}
