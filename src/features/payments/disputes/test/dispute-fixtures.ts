import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { base, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import { type AdyenSimulator, startAdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import {
  type HyperswitchSimulator,
  startHyperswitchSimulator,
} from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import {
  type StripeSimulator,
  startStripeSimulator,
} from '#testing/simulators/stripe/start-stripe-simulator.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { adyenWebhook } from '#testing/start-with-adyen.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';

interface World<S> {
  app: TestApp;
  simulator: S;
  merchant: Send;
  /** An administrator of the company, with a new session: they end while the clock runs. */
  admin(): Promise<Send>;
  stop(): Promise<void>;
}
export type AdyenWorld = World<AdyenSimulator>;
export type StripeWorld = World<StripeSimulator>;
export type HyperswitchWorld = World<HyperswitchSimulator>;
type AnyWorld = AdyenWorld | StripeWorld | HyperswitchWorld;

interface Clock {
  now: () => Date;
}

/** A company whose only processor is a simulated Adyen account. */
export async function startWithAdyen(): Promise<AdyenWorld> {
  const clock: Clock = { now: () => new Date() };
  const simulator = await startAdyenSimulator({ now: () => clock.now() });
  return connect(clock, simulator, {
    adapter: adyenAdapter({
      url: `${simulator.url}/v72`,
      disputes: `${simulator.url}/ca/services/DisputeService/v30`,
    }),
    secrets: {
      apiKey: simulator.apiKey,
      hmacKey: simulator.hmacKey,
      webhookUser: adyenWebhook.username,
      webhookPassword: adyenWebhook.password,
    },
    account: { merchantAccount: simulator.merchantAccount },
    listen: (url) => simulator.setWebhook({ url, ...adyenWebhook }),
  });
}

/** The same with a simulated Stripe account. */
export async function startWithStripe(): Promise<StripeWorld> {
  const clock: Clock = { now: () => new Date() };
  const simulator = await startStripeSimulator({ now: () => clock.now() });
  return connect(clock, simulator, {
    adapter: stripeAdapter({ url: simulator.url, files: simulator.url }),
    secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
    account: {},
    listen: (url) => simulator.setWebhook(url),
  });
}

/** The same with a simulated Hyperswitch router. */
export async function startWithHyperswitch(): Promise<HyperswitchWorld> {
  const clock: Clock = { now: () => new Date() };
  const simulator = await startHyperswitchSimulator({ now: () => clock.now() });
  return connect(clock, simulator, {
    adapter: hyperswitchAdapter,
    settings: { url: simulator.url, merchantId: simulator.merchantId },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
    account: {},
    listen: (url) => simulator.setWebhook(url),
  });
}

interface Vendor {
  adapter: ProcessorAdapter;
  settings?: Record<string, string>;
  secrets: Record<string, string>;
  account: Record<string, string>;
  listen(url: string): void;
}

async function connect<S extends { url: string; close(): Promise<void> }>(
  clock: Clock,
  simulator: S,
  { adapter, settings, secrets, account, listen }: Vendor,
): Promise<World<S>> {
  const app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, '--processor-timeout-ms', '10000'],
    adapters: [adapter],
  });
  clock.now = () => app.clock.now();
  const { name } = adapter;
  await connectProcessor(app, {
    connectionId: 301,
    adapter: name,
    settings,
    secrets,
    accounts: { 5300001: account },
  });
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  listen(`${gateway}/processor/key-301/events`);
  return {
    app,
    simulator,
    merchant: actAsMerchant(app),
    admin: () => actAs(app, 'admin@harbour.example'),
    stop: async () => {
      await app.stop();
      await simulator.close();
    },
  };
}

let orders = 0;
/** A captured payment of 25.00 GBP with a test card that the vendors know; returns its id. */
export async function pay({ app, merchant }: AnyWorld, amount = '25.00'): Promise<string> {
  orders += 1;
  const card = { pan: '4111111111111111', expiryDate: '1230', cv2: '737', cardHolderName: 'A Buyer' };
  const id = await paid(merchant, { merchantRef: `disputed-${orders}`, amount }, { paymentMethod: { card } });
  // Adyen captures after an hour.
  app.clock.advance(2 * hourMs);
  return id;
}

/** What the vendor has reported so far arrives, and is settled. */
export async function receive(
  { app, simulator }: AnyWorld,
  options: { shuffled?: boolean; twice?: boolean } = {},
): Promise<void> {
  await simulator.deliverEvents(options);
  await settleDisputeEvents.run(app.services);
}

/** The disputes of a payment, oldest first, as stored. */
export async function disputesOf({ app }: { app: TestApp }, txnId: string): Promise<TestDispute[]> {
  const rows = await app.owner<TestDispute[]>`
    select dispute_id, stage, status, amount_minor, charged_back_minor, deadline, is_fraud
    from dispute where txn_id = ${txnId} order by dispute_id`;
  return [...rows];
}

interface TestDispute {
  disputeId: number;
  stage: string;
  status: string;
  amountMinor: number;
  chargedBackMinor: number;
  deadline: Date | null;
  isFraud: boolean;
}

/** What the books have of the charge. */
export async function chargeOf({ app }: { app: TestApp }, txnId: string) {
  const [sums] = await app.owner<{ captured: number; chargedBack: number; hold: number }[]>`
    select captured_minor as captured, charged_back_minor as charged_back, dispute_hold_minor as hold
    from payment where root_id = ${txnId}`;
  const entries = await app.owner<{ kind: string; amountMinor: number }[]>`
    select kind, amount_minor from ledger_entry where root_id = ${txnId} and kind like 'CHARGEBACK%'
    order by kind, sequence`;
  return { ...sums, entries: entries.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`) };
}

export const refund = (merchant: Send, txnId: string, amount?: string) =>
  merchant('POST', `${base}/${txnId}/refund`, {
    transaction: amount === undefined ? {} : { currency: 'GBP', amount },
  });
