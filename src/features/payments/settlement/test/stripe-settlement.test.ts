import { afterEach, expect, test } from 'vitest';
import {
  type StripeWorld,
  batchesOf,
  currencies,
  differencesOf,
  findMissing,
  importAll,
  reportsOf,
  sell,
  startWithStripe,
} from './settlement-fixtures.ts';
import { dayMs } from '#server/clock.ts';

let world: StripeWorld;
afterEach(async () => {
  await world.app.stop();
  await world.simulator.close();
});

async function payOut(differences: Parameters<StripeWorld['simulator']['makePayout']>[1] = []) {
  // What was sold becomes available.
  world.app.clock.advance(7 * dayMs);
  return currencies.map((currency, index) =>
    world.simulator.makePayout(currency.toLowerCase(), index === 0 ? differences : []),
  );
}

test('a month of payouts reconciles to the cent in three currencies', async () => {
  world = await startWithStripe();
  const { app, simulator } = world;
  const { payments, refunds } = await sell(world, 30);
  const [intent] = await app.owner<{ gatewayReference: string }[]>`
    select gateway_reference from txn where txn_id = ${payments[3] ?? ''}`;
  simulator.openDispute({ intent: intent?.gatewayReference ?? '' });
  await payOut();
  await importAll(world);
  expect((await reportsOf(app)).map(({ state }) => state)).toEqual(['IMPORTED', 'IMPORTED', 'IMPORTED']);
  const batches = await batchesOf(app);
  expect(batches.map(({ currency, state }) => [currency, state])).toEqual([
    ['EUR', 'RECONCILED'],
    ['GBP', 'RECONCILED'],
    ['JPY', 'RECONCILED'],
  ]);
  const rows = await app.owner<{ kind: string; n: number }[]>`
    select kind, count(txn_id)::int as n from settlement_line where kind <> 'BANK_PAYOUT' group by kind order by kind`;
  expect(rows).toEqual([
    { kind: 'CHARGEBACK', n: 1 },
    { kind: 'PAYMENT', n: payments.length },
    { kind: 'REFUND', n: refunds.length },
  ]);
  await findMissing(world);
  expect(await differencesOf(app)).toEqual([]);
  // The payer's card and address stay at Stripe.
  const [read] = await app.owner<{ n: number }[]>`
    select count(*)::int as n from settlement_line where as_read ~ 'billing_details|fingerprint|last4|payment_method_details'`;
  expect(read?.n).toBe(0);
}, 120_000);

test('finds the planted differences of a payout and no others', async () => {
  world = await startWithStripe();
  const { app } = world;
  await sell(world, 12);
  const planted = [
    'missing',
    'unknown',
    'amount',
    'twice',
    'missing',
    'unknown',
    'amount',
    'twice',
    'payout',
  ] as const;
  await payOut(planted);
  await importAll(world);
  await findMissing(world);
  const found = (await differencesOf(app)).map(({ kind }) => kind);
  // Each unknown transaction is in the place of a charge, which is missing then.
  const expected = [...planted, 'missing', 'missing'].map((kind) => kind.toUpperCase());
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(new Set((await batchesOf(app)).map(({ state }) => state))).toEqual(
    new Set(['RECONCILED', 'DIFFERENT']),
  );
}, 60_000);

test('a bank payout that is reported before its lines counts all the same', async () => {
  world = await startWithStripe();
  await sell(world, 1);
  await payOut();
  await world.simulator.deliverEvents({ shuffled: true, twice: true });
  await importAll(world);
  await importAll(world);
  expect(new Set((await batchesOf(world.app)).map(({ state }) => state))).toEqual(new Set(['RECONCILED']));
  expect(await reportsOf(world.app)).toHaveLength(3);
});
