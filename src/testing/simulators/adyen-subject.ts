import { randomBytes } from 'node:crypto';
import type { ProcessorEvent, RawEvents } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { adyenCurrencies } from '#integrations/processors/adyen/adyen-operations.ts';
import type { KitSubject, KitTriggers } from '#integrations/processors/kit/subject.ts';
import { type EventItem, signEvent, wrapEvents } from './adyen/events.ts';
import { type AdyenSimulator, startAdyenSimulator } from './adyen/start-adyen-simulator.ts';
import type { IssuerAuthentication } from './adyen/three-d-secure.ts';

import { simulatedAppleToken, simulatedGoogleToken } from './wallet-tokens.ts';
import { RunningClock, card, eventSource, listPayments, simulatedSubject, visa } from './simulated-vendor.ts';
/** Adyen's holder names decide (docs/processors.md#simulators). */
const adyenDeclines: readonly [
  group: string,
  holderName: string,
  result: 'DECLINED' | 'UNREACHABLE',
  code: string,
][] = [
  ['insufficient funds', 'NOT_ENOUGH_BALANCE', 'DECLINED', '51'],
  ['do not honour', 'DECLINED', 'DECLINED', '05'],
  ['expired card', 'CARD_EXPIRED', 'DECLINED', '54'],
  ['invalid card', 'INVALID_CARD_NUMBER', 'DECLINED', '14'],
  ['stolen or blocked', 'BLOCK_CARD', 'DECLINED', '04'],
  ['fraud', 'FRAUD', 'DECLINED', '59'],
  ['policy', 'RESTRICTED_CARD', 'DECLINED', '62'],
  ['authentication required', 'AUTHENTICATION_REQUIRED', 'DECLINED', '1A'],
  ['agreement revoked', 'REVOCATION_OF_AUTH', 'DECLINED', 'R1'],
  ['issuer unavailable', 'ERROR', 'UNREACHABLE', '96'],
];

/** The simulated issuer decides by the amount. */
function adyenAuthentication(simulator: AdyenSimulator): KitTriggers['threeDSecure'] {
  const flows: Readonly<Record<number, Partial<IssuerAuthentication>>> = {
    1000: { flow: 'frictionless', hasMethod: false },
    1200: { flow: 'frictionless', hasMethod: true },
    5000: { flow: 'challenge', hasMethod: true },
    5001: { flow: 'not enrolled' },
    5002: { flow: 'frictionless', hasMethod: false, transStatus: 'U' },
  };
  simulator.setAuthentication(({ amount }) => flows[amount?.value ?? 0]);
  const trigger = (amountMinor: number) => ({ pan: visa, amountMinor });
  return {
    scheme: 'VISA',
    frictionless: trigger(1000),
    fingerprint: trigger(1200),
    challenge: trigger(5000),
    notEnrolled: trigger(5001),
    unavailable: trigger(5002),
    async answer({ fields }, how) {
      const creq = Buffer.from(fields.creq ?? '', 'base64url').toString('utf8');
      const { acsTransID } = JSON.parse(creq) as { acsTransID: string };
      const status = how === 'authenticate' ? 'Y' : 'N';
      const page = await fetch(`${simulator.url}/simulator/acs/answer`, {
        method: 'POST',
        body: new URLSearchParams({ transaction: acsTransID, status }),
      });
      return { cres: /name="cres" value="([^"]+)"/.exec(await page.text())?.[1] ?? '' };
    },
  };
}

/** Adyen's adapter with its simulator. */
export async function adyenSubject(): Promise<KitSubject> {
  const clock = new RunningClock();
  const simulator = await startAdyenSimulator({ multiplePartialCaptures: true, now: clock.now });
  const { hmacKey, merchantAccount } = simulator;
  const [username, password] = ['kit', 'kit-password-of-the-webhook'];
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  const sign = (event: ProcessorEvent, key: string): RawEvents => {
    const item: EventItem = {
      amount: { value: 2500, currency: 'GBP' },
      eventCode: event.kind === 'correction' ? 'CAPTURE_FAILED' : 'REFUND',
      eventDate: '2026-11-28T10:00:00+00:00',
      merchantAccountCode: merchantAccount,
      merchantReference: 'reference' in event ? (event.reference ?? '') : '',
      pspReference: event.eventId,
      reason: event.kind === 'correction' ? event.reason : '',
      success: 'true',
    };
    item.additionalData = { hmacSignature: signEvent(item, key) };
    return { headers, body: Buffer.from(JSON.stringify(wrapEvents([item]))) };
  };
  return simulatedSubject({
    name: 'Adyen, simulated',
    clock,
    url: simulator.url,
    adapter: adyenAdapter({
      url: `${simulator.url}/v72`,
      disputes: `${simulator.url}/ca/services/DisputeService/v30`,
    }),
    secrets: { apiKey: simulator.apiKey, hmacKey, webhookUser: username, webhookPassword: password },
    account: { merchantAccount },
    digits: adyenCurrencies,
    triggers: {
      currency: 'GBP',
      amountMinor: 2500,
      approved: card(visa),
      declines: adyenDeclines.map(([group, holderName, result, statusCode]) => ({
        group,
        card: card(visa, { holderName }),
        result,
        statusCode,
      })),
      wrongCode: card(visa, { cv2: '123' }),
      wallets: [
        { kind: 'APPLE-PAY', token: simulatedAppleToken('visa') },
        { kind: 'GOOGLE-PAY', token: simulatedGoogleToken('mastercard') },
      ],
      applePay: { merchantId: 'merchant.example.kit', displayName: 'Kit', domain: 'pay.example.com' },
      // Adyen confirms every refund by an event.
      pendingRefundMinor: 577,
      unknownCredential: 'kit|8415000000000000',
      limitsRefunds: true,
      threeDSecure: adyenAuthentication(simulator),
    },
    events: eventSource(sign, hmacKey, () => randomBytes(32).toString('hex')),
    movements: (reference) => {
      const modifications = simulator
        .events()
        .map(({ item }) => item)
        .filter(
          ({ merchantReference, eventCode, success }) =>
            merchantReference === reference && /^(REFUND|CAPTURE)$/.test(eventCode) && success === 'true',
        );
      const once = new Map(modifications.map((item) => [item.pspReference, item.amount]));
      return [
        ...listPayments(simulator.books(), reference),
        ...[...once.values()].map(({ value, currency }) => ({ amountMinor: value, currency })),
      ];
    },
    violations: simulator.violations,
    rows: () => JSON.stringify([simulator.books(), simulator.events()]),
    listen: (url) => simulator.setWebhook({ url, username, password }),
    async passTime() {
      simulator.processModifications();
      await simulator.deliverEvents({ attempts: 1 });
    },
    openDispute: ({ reference }) => void simulator.openDispute({ reference, eventCode: 'CHARGEBACK' }),
    makeReport: (damage) => void simulator.makeReport(damage ? { damage } : {}),
    hasFiles: true,
    close: () => simulator.close(),
  });
}
