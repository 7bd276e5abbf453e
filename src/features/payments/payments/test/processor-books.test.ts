import { afterEach, describe, expect, test } from 'vitest';
import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import { startAdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import type { BookEntry } from '#testing/simulators/books.ts';
import type { Fault, FaultOf } from '#testing/simulators/faults.ts';
import { startHyperswitchSimulator } from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { startStripeSimulator } from '#testing/simulators/stripe/start-stripe-simulator.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '../server/jobs/settle-processor-events.ts';
import { base, expectBooksToBalance, payment } from './payment-fixtures.ts';
import { generatedRuns } from '#testing/generated-runs.ts';

const operations = generatedRuns(80);
const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 7);

interface Simulator {
  url: string;
  books(): BookEntry[];
  violations(): readonly string[];
  /** Where the vendor has idempotency keys. */
  reusedKeys?(): readonly string[];
  setFault(faultOf: FaultOf | null): void;
  deliverEvents(options?: { shuffled?: boolean; twice?: boolean; attempts?: number }): Promise<unknown>;
  arriveLate(): Promise<number>;
  close(): Promise<void>;
}

interface Vendor {
  adapter: ProcessorAdapter;
  simulator: Simulator;
  settings?: Record<string, string>;
  secrets: Record<string, string>;
  account: Record<string, string>;
  /** What its documents offer to trigger results. */
  cards: readonly { pan: string; cardHolderName?: string }[];
  listen(url: string): void;
  /** Faults that are made more often. */
  moreFaults?: readonly Fault['kind'][];
}

const webhook = { username: 'adyen', password: 'long-password' };
const visa = '4111111111111111';

async function startAdyen(now: () => Date): Promise<Vendor> {
  const simulator = await startAdyenSimulator({ now, seed, multiplePartialCaptures: true });
  const holders = ['A Buyer', 'A Buyer', 'DECLINED', 'ERROR', 'CAPTURE FAILED', 'REFUND FAILED'];
  return {
    simulator,
    adapter: adyenAdapter({ url: `${simulator.url}/v72` }),
    secrets: {
      apiKey: simulator.apiKey,
      hmacKey: simulator.hmacKey,
      webhookUser: webhook.username,
      webhookPassword: webhook.password,
    },
    account: { merchantAccount: simulator.merchantAccount },
    cards: holders.map((cardHolderName) => ({ pan: visa, cardHolderName })),
    listen: (url) => simulator.setWebhook({ url, ...webhook }),
  };
}

async function startStripe(now: () => Date): Promise<Vendor> {
  const simulator = await startStripeSimulator({ now, seed });
  // Approved, approved, declined, processing error, refunds that end later, refunds that fail.
  const pans = [visa, visa, '4000000000000002', '4000000000000119', '4000000000007726', '4000000000005126'];
  return {
    simulator,
    adapter: stripeAdapter({ url: simulator.url }),
    secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
    account: {},
    cards: pans.map((pan) => ({ pan, cardHolderName: 'A Buyer' })),
    listen: (url) => simulator.setWebhook(url),
  };
}

async function startHyperswitch(now: () => Date): Promise<Vendor> {
  const simulator = await startHyperswitchSimulator({ now, seed });
  const random = new SeededRandom(seed);
  // Some payments are decided later, and some refunds end later or fail.
  simulator.setDecision(() => {
    const chance = random.next();
    if (chance < 0.1) return { outcome: 'processing' };
    return chance < 0.15 ? { outcome: 'no_connector' } : undefined;
  });
  simulator.setRefundDecision(
    () => (['succeeded', 'pending', 'failed'] as const)[random.below(3)] ?? 'pending',
  );
  const deliverEvents: Simulator['deliverEvents'] = (options) => {
    simulator.finishProcessing();
    simulator.processRefunds();
    return simulator.deliverEvents(options);
  };
  const pans = [visa, visa, '4000000000000002', '4000000000009995', '4000003800000446'];
  return {
    simulator: { ...simulator, deliverEvents },
    adapter: hyperswitchAdapter,
    settings: { url: simulator.url, merchantId: simulator.merchantId },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
    account: { profileId: 'pro_books' },
    cards: pans.map((pan) => ({ pan, cardHolderName: 'A Buyer' })),
    listen: (url) => simulator.setWebhook(url),
    // Its ids are made for these.
    moreFaults: ['late-arrival', 'late-arrival', 'late-arrival', 'late-arrival'],
  };
}

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

interface World {
  app: TestApp;
  merchant: Send;
  vendor: Vendor;
}

async function connect(start: (now: () => Date) => Promise<Vendor>): Promise<World> {
  const clock = { now: () => new Date() };
  const vendor = await start(() => clock.now());
  const app = await startApp({
    flags: ['--processor-hosts', new URL(vendor.simulator.url).host, '--processor-timeout-ms', '250'],
    adapters: [vendor.adapter],
  });
  ending.push(
    () => app.stop(),
    () => vendor.simulator.close(),
  );
  clock.now = () => app.clock.now();
  await connectProcessor(app, {
    connectionId: 301,
    adapter: vendor.adapter.name,
    settings: vendor.settings,
    secrets: vendor.secrets,
    accounts: { 5300001: vendor.account },
  });
  // No other processor: what this one does not get has failed.
  await app.owner`delete from processor_route where organisation_id is null`;
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  vendor.listen(`${gateway}/processor/key-301/events`);
  return { app, merchant: actAsMerchant(app), vendor };
}

const faults: readonly Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'rate-limited',
  'server-error',
  'html',
  'cut-json',
];

const work = async ({ app }: World, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await settleProcessorEvents.run(app.services);
    await reconcilePayments.run(app.services);
  }
};

/** Payments, authorisations, captures, releases and refunds of a merchant, with faults at every seventh request. */
async function tradeWithFaults(world: World, random: SeededRandom): Promise<void> {
  const { app, merchant, vendor } = world;
  const charges: { id: string; isAuthorisation: boolean }[] = [];
  const kinds = [...faults, ...(vendor.moreFaults ?? [])];
  vendor.simulator.setFault(() => {
    if (random.next() > 0.15) return undefined;
    const kind = kinds[random.below(kinds.length)] ?? 'lost-answer';
    // A processor that refuses with 429 has done nothing: that is documented.
    return kind === 'rate-limited' ? { kind } : { kind, processed: random.next() < 0.5 };
  });
  for (let index = 0; index < operations; index += 1) {
    const charge = charges[random.below(charges.length)];
    if (random.next() < 0.45 || !charge) {
      const deferred = random.next() < 0.4;
      const card = { ...vendor.cards[random.below(vendor.cards.length)], expiryDate: '0330', cv2: '737' };
      const amount = `${10 + random.below(90)}.${10 + random.below(90)}`;
      const order = payment({ merchantRef: `books-${index}`, amount, deferred }, { card });
      const { body } = await merchant('POST', `${base}/payment`, order);
      if (body.transaction?.transactionId)
        charges.push({ id: body.transaction.transactionId, isAuthorisation: deferred });
    } else {
      const part = { transaction: { currency: 'GBP', amount: `${1 + random.below(9)}.00` } };
      const actions = charge.isAuthorisation ? ['capture', 'cancel', 'refund'] : ['refund'];
      const action = actions[random.below(actions.length)];
      const body = action === 'cancel' || random.next() < 0.5 ? {} : part;
      await merchant('POST', `${base}/${charge.id}/${action}`, body);
    }
    app.clock.advance(random.below(20) * 10_000);
    if (random.next() < 0.3)
      await vendor.simulator.deliverEvents({ shuffled: true, twice: random.next() < 0.3, attempts: 1 });
    if (random.next() < 0.4) await work(world, 1);
  }
}

/** Without faults from now on, until everything can have ended. */
async function comeToRest(world: World): Promise<void> {
  const { app, vendor } = world;
  vendor.simulator.setFault(null);
  for (let round = 0; round < 30; round += 1) {
    if (round === 2) await vendor.simulator.arriveLate();
    app.clock.advance(round < 20 ? 20 * minuteMs : 6 * hourMs);
    await vendor.simulator.deliverEvents({ shuffled: true, twice: true });
    await work(world, 2);
  }
}

type Books = Record<string, { captured: number; refunded: number }>;

/** What is captured and refunded of each charge; one without money is left out. */
async function ourBooks({ app }: World): Promise<Books> {
  const rows = await app.owner<{ rootId: number; captured: number; refunded: number }[]>`
    select root_id, captured_minor as captured, refunded_minor as refunded from payment
    where captured_minor <> 0 or refunded_minor <> 0`;
  return Object.fromEntries(rows.map(({ rootId, ...sums }) => [String(rootId), sums]));
}

function theirBooks({ vendor }: World): Books {
  const books: Books = {};
  for (const { reference, captured, refunded } of vendor.simulator.books())
    if (captured !== 0 || refunded !== 0) books[reference] = { captured, refunded };
  return books;
}

describe.each([
  ['Adyen', startAdyen],
  ['Stripe', startStripe],
  ['Hyperswitch', startHyperswitch],
])('%s', (_name, start) => {
  test(
    'has the same books as we have after random operations with faults',
    async () => {
      const world = await connect(start);
      const { app, vendor } = world;
      await tradeWithFaults(world, new SeededRandom(seed));
      await comeToRest(world);
      const open =
        await app.owner`select txn_id, operation, state from processor_intent where state <> 'DONE'`;
      const waiting = await app.owner`select event from processor_event where state in ('NEW', 'RELEASING')`;
      expect({ open, waiting }).toEqual({ open: [], waiting: [] });
      expect(vendor.simulator.books().filter(({ approvals }) => approvals > 1)).toEqual([]);
      expect(vendor.simulator.reusedKeys?.() ?? []).toEqual([]);
      expect(vendor.simulator.violations()).toEqual([]);
      await expectBooksToBalance(app);
      expect(await ourBooks(world)).toEqual(theirBooks(world));
    },
    operations * 500 + 120_000,
  );
});
