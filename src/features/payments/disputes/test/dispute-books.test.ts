import { expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import type { BookEntry } from '#testing/simulators/books.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';
import {
  type AdyenWorld,
  type StripeWorld,
  pay,
  refund,
  startWithAdyen,
  startWithStripe,
} from './dispute-fixtures.ts';

type World = AdyenWorld | StripeWorld;

const work = async ({ app }: World) => {
  for (const job of [settleProcessorEvents, settleDisputeEvents, reconcilePayments])
    await job.run(app.services);
};

/** Captured, refunded and charged back of each charge, as we have them and as the processor has. */
async function bothBooks({ app, simulator }: World) {
  const ours = await app.owner<{ id: number; sums: number[] }[]>`
    select root_id as id, array[captured_minor, refunded_minor, charged_back_minor] as sums from payment
    where captured_minor <> 0`;
  const theirs = simulator.books().filter(({ captured }: BookEntry) => captured !== 0);
  return {
    ours: Object.fromEntries(ours.map(({ id, sums }) => [String(id), sums.map(Number)])),
    theirs: Object.fromEntries(
      theirs.map(({ reference, captured, refunded, chargedBack }) => [
        reference,
        [captured, refunded, chargedBack],
      ]),
    ),
  };
}

/** Payments, refunds and disputes in a random order; reports come late, shuffled and twice. */
async function trade(world: World, random: SeededRandom, step: (txnId: string) => Promise<void>) {
  const { app, simulator, merchant } = world;
  const paid: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    const txnId = paid[random.below(Math.max(1, paid.length))];
    const choice = random.next();
    if (txnId === undefined || choice < 0.3) paid.push(await pay(world));
    else if (choice < 0.5) await refund(merchant, txnId, `${1 + random.below(9)}.00`);
    else await step(txnId);
    app.clock.advance(minuteMs);
    if (random.next() < 0.4) {
      await simulator.deliverEvents({ shuffled: true, twice: random.next() < 0.5, attempts: 1 });
      await work(world);
    }
  }
  for (let round = 0; round < 12; round += 1) {
    app.clock.advance(20 * minuteMs);
    await simulator.deliverEvents({ shuffled: true, twice: true });
    await work(world);
  }
}

test('Adyen has the same books as we have after random disputes', async () => {
  const world = await startWithAdyen();
  const random = new SeededRandom(11);
  const moves = ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK', 'INFORMATION_SUPPLIED'];
  const open = new Map<string, { psp: string; left: string[] }>();
  await trade(world, random, async (txnId) => {
    const dispute = open.get(txnId);
    const next = dispute?.left.shift();
    if (!dispute) {
      const psp = world.simulator.openDispute({ reference: txnId, eventCode: 'NOTIFICATION_OF_CHARGEBACK' });
      open.set(txnId, { psp, left: [...moves] });
    } else if (next !== undefined) world.simulator.moveDispute(dispute.psp, next);
  });
  const { ours, theirs } = await bothBooks(world);
  expect(ours).toEqual(theirs);
  expect(Object.values(ours).some(([, , chargedBack = 0]) => chargedBack > 0)).toBe(true);
  await expectBooksToBalance(world.app);
  await world.stop();
}, 120_000);

test('Stripe has the same books as we have after random disputes', async () => {
  const world = await startWithStripe();
  const random = new SeededRandom(12);
  const open = new Map<string, string>();
  const ended = new Set<string>();
  await trade(world, random, async (txnId) => {
    const id = open.get(txnId);
    if (id === undefined) {
      const [row] = await world.app.owner<{ handle: string }[]>`
        select handle from processor_intent where txn_id = ${txnId}`;
      open.set(txnId, world.simulator.openDispute({ intent: row?.handle ?? '', amount: 700 }));
    } else if (!ended.has(id)) {
      ended.add(id);
      world.simulator.closeDispute(id, random.next() < 0.5 ? 'won' : 'lost');
    }
  });
  const { ours, theirs } = await bothBooks(world);
  expect(ours).toEqual(theirs);
  expect(Object.values(ours).some(([, , chargedBack = 0]) => chargedBack > 0)).toBe(true);
  await expectBooksToBalance(world.app);
  await world.stop();
}, 120_000);
