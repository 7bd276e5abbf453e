import { afterAll, beforeAll, expect, test } from 'vitest';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { type AdyenSimulator, startAdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import type { Fault } from '#testing/simulators/faults.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '../server/jobs/settle-processor-events.ts';
import { base, expectBooksToBalance, payment } from './payment-fixtures.ts';

/** `COUNTINGHOUSE_OPERATIONS=10000` for a long run; the seed makes a run repeatable. */
const operations = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 200);
const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 7);

let app: TestApp;
let merchant: Send;
let adyen: AdyenSimulator;

beforeAll(async () => {
  const clock = { now: () => new Date() };
  adyen = await startAdyenSimulator({ now: () => clock.now(), seed, multiplePartialCaptures: true });
  app = await startApp({
    flags: ['--processor-hosts', new URL(adyen.url).host, '--processor-timeout-ms', '250'],
    adapters: [adyenAdapter({ url: `${adyen.url}/v72` })],
  });
  clock.now = () => app.clock.now();
  merchant = actAsMerchant(app);
  const webhook = { username: 'adyen', password: 'long-password' };
  await connectProcessor(app, {
    connectionId: 301,
    adapter: 'adyen',
    secrets: {
      apiKey: adyen.apiKey,
      hmacKey: adyen.hmacKey,
      webhookUser: webhook.username,
      webhookPassword: webhook.password,
    },
    accounts: { 5300001: { merchantAccount: adyen.merchantAccount } },
  });
  // No other processor: what Adyen does not get has failed.
  await app.owner`delete from processor_route where organisation_id is null`;
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  adyen.setWebhook({ url: `${gateway}/processor/key-301/events`, ...webhook });
}, 60_000);
afterAll(async () => {
  await adyen.close();
  await app.stop();
});

/** Visa test cards; their holders trigger what Adyen documents. */
const holders = [
  'A Buyer',
  'A Buyer',
  'A Buyer',
  'DECLINED',
  'NOT_ENOUGH_BALANCE',
  'ERROR',
  'CAPTURE FAILED',
  'REFUND FAILED',
];
const faults: readonly Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'rate-limited',
  'server-error',
  'html',
  'cut-json',
];

const run = async (rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await settleProcessorEvents.run(app.services);
    await reconcilePayments.run(app.services);
  }
};

test(
  'after random operations with faults our ledger and the processor’s books agree',
  async () => {
    const random = new SeededRandom(seed);
    const charges: { id: string; isAuthorisation: boolean }[] = [];
    const pick = () => charges[random.below(charges.length)];
    adyen.setFault(() => {
      if (random.next() > 0.15) return undefined;
      const kind = faults[random.below(faults.length)] ?? 'lost-answer';
      // A processor that refuses with 429 has done nothing: that is documented.
      return kind === 'rate-limited' ? { kind } : { kind, processed: random.next() < 0.5 };
    });
    for (let index = 0; index < operations; index += 1) {
      const choice = random.next();
      const charge = pick();
      if (choice < 0.45 || !charge) {
        const isAuthorisation = random.next() < 0.4;
        const cardHolderName = holders[random.below(holders.length)];
        const card = { pan: '4111111111111111', expiryDate: '0330', cv2: '737', cardHolderName };
        const amount = `${10 + random.below(90)}.${10 + random.below(90)}`;
        const { body } = await merchant(
          'POST',
          `${base}/payment`,
          payment({ merchantRef: `books-${index}`, amount, deferred: isAuthorisation }, { card }),
        );
        if (body.transaction?.transactionId)
          charges.push({ id: body.transaction.transactionId, isAuthorisation });
      } else {
        const part =
          random.next() < 0.5
            ? { transaction: { currency: 'GBP', amount: `${1 + random.below(9)}.00` } }
            : {};
        const action = charge.isAuthorisation
          ? (['capture', 'cancel', 'refund'] as const)[random.below(3)]
          : 'refund';
        await merchant('POST', `${base}/${charge.id}/${action}`, action === 'cancel' ? {} : part);
      }
      app.clock.advance(random.below(20) * 10_000);
      if (random.next() < 0.3)
        await adyen.deliverEvents({ shuffled: true, twice: random.next() < 0.3, attempts: 1 });
      if (random.next() < 0.4) await run(1);
    }
    adyen.setFault(null);
    for (let round = 0; round < 30; round += 1) {
      if (round === 2) await adyen.arriveLate();
      app.clock.advance(round < 20 ? 20 * minuteMs : 6 * hourMs);
      await adyen.deliverEvents({ shuffled: true, twice: true });
      await run(2);
    }

    const open = await app.owner`select txn_id, operation, state from processor_intent where state <> 'DONE'`;
    const waiting =
      await app.owner`select event, state from processor_event where state in ('NEW', 'RELEASING')`;
    expect({ open, waiting }).toEqual({ open: [], waiting: [] });
    expect(adyen.reusedKeys()).toEqual([]);
    expect(adyen.violations()).toEqual([]);
    await expectBooksToBalance(app);
    expect(await ourBooks()).toEqual(theirBooks());
  },
  operations * 400 + 120_000,
);

interface Books {
  [reference: string]: { captured: number; refunded: number };
}

/** What is captured and refunded of each charge; one without money is left out. */
async function ourBooks(): Promise<Books> {
  const rows = await app.owner<{ rootId: number; captured: number; refunded: number }[]>`
    select root_id, captured_minor as captured, refunded_minor as refunded from payment
    where captured_minor <> 0 or refunded_minor <> 0`;
  return Object.fromEntries(rows.map(({ rootId, ...sums }) => [String(rootId), sums]));
}

/** A payment that failed here and was approved there is released: nothing of it is left. */
function theirBooks(): Books {
  const books: Books = {};
  for (const { reference, approvals, captured, refunded } of adyen.books()) {
    expect([reference, approvals]).toEqual([reference, Math.min(approvals, 1)]);
    if (captured !== refunded || refunded === 0 ? captured !== 0 : true)
      books[reference] = { captured, refunded };
  }
  return books;
}
