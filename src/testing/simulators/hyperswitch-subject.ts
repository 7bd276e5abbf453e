import { randomBytes } from 'node:crypto';
import type { ProcessorEvent, RawEvents } from '#integrations/processors/adapter.ts';
import type { KitSubject } from '#integrations/processors/kit/subject.ts';
import { hyperswitchCurrencies } from '#integrations/processors/hyperswitch/hyperswitch-codes.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { paymentIdOf, refundIdOf } from '#integrations/processors/hyperswitch/hyperswitch-ids.ts';
import { signWebhook } from './hyperswitch/account.ts';
import type { Decision } from './hyperswitch/decide-payment.ts';
import { startHyperswitchSimulator } from './hyperswitch/start-hyperswitch-simulator.ts';

import { RunningClock, card, eventSource, listPayments, simulatedSubject } from './simulated-vendor.ts';
const hyperswitchDeclines: readonly [
  group: string,
  card: { pan?: string; amountMinor?: number },
  result: 'DECLINED' | 'UNREACHABLE',
  code: string,
][] = [
  ['insufficient funds', { pan: '4000000000009995' }, 'DECLINED', '51'],
  ['do not honour', { pan: '4000000000000002' }, 'DECLINED', '05'],
  ['lost card', { pan: '4000000000009987' }, 'DECLINED', '41'],
  ['stolen card', { pan: '4000000000009979' }, 'DECLINED', '43'],
  ['authentication required', { pan: '4000003800000446' }, 'DECLINED', '1A'],
  ['expired card', { amountMinor: 2554 }, 'DECLINED', '54'],
  ['fraud, by the code of a connector', { amountMinor: 2559 }, 'DECLINED', '59'],
  ['issuer unavailable', { amountMinor: 2591 }, 'UNREACHABLE', '91'],
];

/** What the vendor has no test card for is decided by the amount. */
const hyperswitchDecisions: Readonly<Record<number, Decision>> = {
  2554: {
    outcome: 'declined',
    decline: { code: 'x', message: 'Expired', standardisedCode: 'invalid_expiry_date' },
  },
  2559: { outcome: 'declined', decline: { code: '20', message: 'FRAUD', connector: 'adyen' } },
  2591: {
    outcome: 'declined',
    decline: { code: 'x', message: 'Issuer unavailable', standardisedCode: 'issuer_unavailable' },
  },
};

/** Hyperswitch's adapter with its simulator. */
export async function hyperswitchSubject(): Promise<KitSubject> {
  const clock = new RunningClock();
  const simulator = await startHyperswitchSimulator({ now: clock.now });
  // The card with a wrong code is known by its end, as the simulator keeps no number.
  simulator.setDecision(({ amount, payment_method_data: data }) =>
    data?.card.last4 === '0101'
      ? { outcome: 'approved', checks: { cvc_check: 'fail' } }
      : hyperswitchDecisions[amount],
  );
  simulator.setRefundDecision(({ amount }) => (amount === 577 ? 'pending' : 'succeeded'));
  const sign = (event: ProcessorEvent, key: string): RawEvents => {
    const isFailure = event.kind === 'correction';
    const reference = 'reference' in event ? (event.reference ?? '') : '';
    const object = {
      refund_id: refundIdOf(reference),
      payment_id: 'pay_kit',
      amount: 2500,
      currency: 'GBP',
      status: isFailure ? 'failed' : 'succeeded',
      metadata: { reference },
      error_message: isFailure ? event.reason : null,
      connector: 'fauxpay',
    };
    const body = Buffer.from(
      JSON.stringify({
        merchant_id: simulator.merchantId,
        event_id: event.eventId,
        event_type: isFailure ? 'refund_failed' : 'refund_succeeded',
        content: { type: 'refund_details', object },
        timestamp: clock.now().toISOString(),
      }),
    );
    return { headers: { 'x-webhook-signature-512': signWebhook(body, key) }, body };
  };
  return simulatedSubject({
    name: 'Hyperswitch, simulated',
    clock,
    url: simulator.url,
    adapter: hyperswitchAdapter,
    settings: { url: simulator.url, merchantId: simulator.merchantId },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
    account: { profileId: 'pro_kit' },
    digits: hyperswitchCurrencies,
    triggers: {
      currency: 'GBP',
      amountMinor: 2500,
      approved: card('4242424242424242'),
      declines: hyperswitchDeclines.map(([group, { pan, amountMinor }, result, statusCode]) => ({
        group,
        result,
        statusCode,
        ...(pan ? { card: card(pan) } : {}),
        ...(amountMinor ? { amountMinor } : {}),
      })),
      wrongCode: card('4000000000000101'),
      pendingRefundMinor: 577,
      unknownCredential: 'cus_none|pm_none',
      limitsRefunds: true,
    },
    events: eventSource(sign, simulator.webhookKey, () => randomBytes(32).toString('hex')),
    movements: (reference) => [
      ...listPayments(simulator.books(), reference),
      ...simulator
        .refunds()
        .filter(({ metadata, status }) => metadata?.reference === reference && status === 'succeeded')
        .map(({ amount, currency }) => ({ amountMinor: amount, currency })),
      ...simulator
        .payouts()
        .filter(({ metadata, paid }) => metadata?.reference === reference && paid > 0)
        .map(({ amount, currency }) => ({ amountMinor: amount, currency })),
    ],
    violations: simulator.violations,
    rows: () =>
      JSON.stringify([simulator.books(), simulator.payments(), simulator.payouts(), simulator.events()]),
    listen: (url) => simulator.setWebhook(url),
    async passTime() {
      simulator.finishProcessing();
      simulator.processRefunds();
      await simulator.deliverEvents({ attempts: 1 });
    },
    openDispute: ({ reference }) => void simulator.openDispute({ payment: paymentIdOf(reference) }),
    // It has no settlement reports.
    makeReport: () => {},
    hasFiles: false,
    close: () => simulator.close(),
  });
}
