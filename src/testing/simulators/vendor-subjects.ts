import { createHmac, randomBytes } from 'node:crypto';
import type { ProcessorAdapter, ProcessorEvent, RawEvents } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { adyenCurrencies } from '#integrations/processors/adyen/adyen-operations.ts';
import { faultyClient } from '#integrations/processors/kit/faulty-client.ts';
import type {
  DisputeMessage,
  EventSource,
  KitSubject,
  KitTriggers,
  Movement,
  PaidOperation,
} from '#integrations/processors/kit/subject.ts';
import type { SettlementReportRef } from '#integrations/processors/settlements.ts';
import { fromProcessorMinor } from '#integrations/processors/processor-amount.ts';
import { hyperswitchCurrencies } from '#integrations/processors/hyperswitch/hyperswitch-codes.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { refundIdOf } from '#integrations/processors/hyperswitch/hyperswitch-ids.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { stripeDigits } from '#integrations/processors/stripe/stripe-codes.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { type EventItem, signEvent, wrapEvents } from './adyen/events.ts';
import { type AdyenSimulator, startAdyenSimulator } from './adyen/start-adyen-simulator.ts';
import type { IssuerAuthentication } from './adyen/three-d-secure.ts';
import type { BookEntry } from './books.ts';
import { signWebhook } from './hyperswitch/account.ts';
import type { Decision } from './hyperswitch/decide-payment.ts';
import { startHyperswitchSimulator } from './hyperswitch/start-hyperswitch-simulator.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { startStripeSimulator } from './stripe/start-stripe-simulator.ts';

/** No check waits for it. */
const timeoutMs = 9000;

/** The clock of a simulator and its adapter, which the kit moves forward. */
class RunningClock {
  #aheadMs = 0;
  now = (): Date => new Date(Date.now() + this.#aheadMs);
  pass(ms: number): void {
    this.#aheadMs += ms;
  }
}

interface Vendor {
  clock: RunningClock;
  name: string;
  url: string;
  adapter: ProcessorAdapter;
  settings?: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  account: Readonly<Record<string, string>>;
  triggers: KitTriggers;
  /** Of the vendor's amounts. */
  digits: Readonly<Record<string, number>>;
  events: EventSource;
  /** Amounts in the vendor's minor units that moved under the reference. */
  movements(reference: string): Movement[];
  violations(): readonly string[];
  /** Everything that the simulator keeps. */
  rows(): string;
  /** Reports to the kit from now on. */
  listen(url: string): void;
  passTime(): Promise<unknown>;
  openDispute(payment: PaidOperation): void;
  /** Makes a report of what was paid; its announcement follows. */
  makeReport(damage?: 'exchanged columns' | 'cut'): void;
  /** Whether reports are files, which can be damaged. */
  hasFiles: boolean;
  close(): Promise<void>;
}

/** A connection of the vendor's adapter to its simulator, whose events are stored as the gateway stores them. */
async function simulatedSubject(vendor: Vendor): Promise<KitSubject> {
  const { client, faults } = faultyClient(
    safeWebClient({ isInsecureAllowed: false, privateHosts: [new URL(vendor.url).host] }),
  );
  const stored: ProcessorEvent[] = [];
  const logs: string[] = [];
  const connection = vendor.adapter.connect({
    mode: 'TEST',
    settings: vendor.settings ?? {},
    secrets: vendor.secrets,
    eventUrl: 'https://gateway.example/processor/kit/events',
    http: client,
    clock: vendor.clock,
    log: { warn: (facts, message) => logs.push(JSON.stringify(facts) + message) },
    events: {
      find: async (reference) =>
        stored.filter((event) => 'reference' in event && event.reference === reference),
    },
    timeoutMs,
  });
  const messages: DisputeMessage[] = [];
  const receiver = await startLoopbackServer(0, async ({ headers, body }) => {
    const raw = toRaw(headers, body);
    const events = connection.readEvents?.(raw) ?? 'rejected';
    if (events === 'rejected') return { status: 401, body: {} };
    if (events.some(({ kind }) => kind === 'dispute')) messages.push({ raw, events });
    stored.push(...events.filter(({ eventId }) => stored.every((known) => known.eventId !== eventId)));
    return { status: 200, body: {} };
  });
  vendor.listen(receiver.url);
  // Adyen captures a sale after an hour, and refunds captured sales only.
  const send: typeof connection.send = (operation) => {
    if (operation.kind === 'REFUND') vendor.clock.pass(2 * hourMs);
    return connection.send(operation);
  };
  const inOurs = ({ amountMinor, currency }: Movement): Movement => {
    const ours = fromProcessorMinor(amountMinor, currency, vendor.digits[currency] ?? 2);
    return { amountMinor: ours ?? Number.NaN, currency };
  };
  const reportAfter = async (damage?: 'exchanged columns' | 'cut'): Promise<SettlementReportRef[]> => {
    vendor.clock.pass(10 * dayMs);
    await vendor.passTime();
    vendor.makeReport(damage);
    await vendor.passTime();
    return stored.flatMap((event) =>
      event.kind === 'report-ready' ? [{ name: event.reference, address: event.address ?? '' }] : [],
    );
  };
  return {
    name: vendor.name,
    connection: { ...connection, send },
    account: vendor.account,
    timeoutMs,
    faults,
    triggers: vendor.triggers,
    events: vendor.events,
    disputes: {
      open(payment) {
        vendor.clock.pass(2 * hourMs);
        vendor.openDispute(payment);
      },
      async reports() {
        await vendor.passTime();
        return messages;
      },
      passDeadline: () => vendor.clock.pass(30 * dayMs),
    },
    settlement: {
      settle: async () => (await reportAfter()).toReversed(),
      ...(vendor.hasFiles
        ? { damaged: async (damage) => (await reportAfter(damage)).at(-1) ?? { name: 'none' } }
        : {}),
    },
    violations: () => (process.env.COUNTINGHOUSE_VENDOR_DOCS === undefined ? undefined : vendor.violations()),
    movements: async (reference) => vendor.movements(reference).map(inOurs),
    now: vendor.clock.now,
    async passTime() {
      vendor.clock.pass(20 * minuteMs);
      await vendor.passTime();
    },
    logged: () => logs.join('\n'),
    rows: async () => `${vendor.rows()}\n${JSON.stringify(stored)}`,
    close: async () => {
      await vendor.close();
      await receiver.close();
    },
  };
}

function toRaw(headers: Readonly<Record<string, unknown>>, body: string | Buffer): RawEvents {
  const texts = Object.entries(headers).filter((one): one is [string, string] => typeof one[1] === 'string');
  return { headers: Object.fromEntries(texts), body: Buffer.from(body) };
}

const card = (pan: string, more: { cv2?: string; holderName?: string } = {}) => ({
  pan,
  expiry: '0330',
  cv2: '737',
  holderName: 'Kit',
  ...more,
});
const visa = '4111111111111111';

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
        merchant_id: 'merchant_kit',
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
    settings: { url: simulator.url },
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
    ],
    violations: simulator.violations,
    rows: () => JSON.stringify([simulator.books(), simulator.payments(), simulator.events()]),
    listen: (url) => simulator.setWebhook(url),
    async passTime() {
      simulator.finishProcessing();
      simulator.processRefunds();
      await simulator.deliverEvents({ attempts: 1 });
    },
    close: () => simulator.close(),
  });
}

/** Signs with the webhook's key, or with that of another account. */
const eventSource = (
  sign: (event: ProcessorEvent, key: string) => RawEvents,
  key: string,
  anotherKey: () => string,
): EventSource => ({
  sign: (event) => sign(event, key),
  signForAnother: (event) => sign(event, anotherKey()),
});

/** The approvals of a reference that were not released. */
const listPayments = (books: readonly BookEntry[], reference: string): Movement[] =>
  books
    .filter((entry) => entry.reference === reference && entry.cancelled < entry.authorised)
    .flatMap(({ approvals, authorised, currency }) =>
      Array.from({ length: approvals }, () => ({ amountMinor: authorised / approvals, currency })),
    );
