import { afterAll, beforeAll, expect, test } from 'vitest';
import { base } from '#features/payments/payments/test/payment-fixtures.ts';
import { type AdyenWorld, disputesOf, pay, receive, startWithAdyen } from './dispute-fixtures.ts';

let world: AdyenWorld;
beforeAll(async () => {
  world = await startWithAdyen();
});
afterAll(() => world.stop());

async function dispute(
  reference: string,
  value: number,
  eventCode: 'CHARGEBACK' | 'REQUEST_FOR_INFORMATION' = 'CHARGEBACK',
): Promise<string> {
  world.simulator.openDispute({ reference, eventCode, value, days: 18 });
  await receive(world);
  return String((await disputesOf(world, reference))[0]?.disputeId);
}

const refund = (txnId: string, amount?: string) =>
  world.merchant('POST', `${base}/${txnId}/refund`, amount === undefined ? {} : { transaction: { amount } });

test('the response to a refund has the open dispute of the payment', async () => {
  const txnId = await pay(world);
  const disputeId = await dispute(txnId, 1500);
  const { status, body } = await refund(txnId, '4.00');
  expect(status).toBe(201);
  expect(body.disputes).toEqual([
    {
      disputeId,
      transactionId: txnId,
      stage: 'CHARGEBACK',
      status: 'NEEDS_RESPONSE',
      amount: 15,
      currency: 'GBP',
    },
  ]);
});

test('the response to a refund without an open dispute has none', async () => {
  const [plain, closed] = [await pay(world), await pay(world)];
  await dispute(closed, 2500, 'REQUEST_FOR_INFORMATION');
  await world.app.owner`update dispute set status = 'WITHDRAWN' where txn_id = ${closed}`;
  for (const txnId of [plain, closed]) {
    const { status, body } = await refund(txnId, '1.00');
    expect([status, body.disputes]).toEqual([201, undefined]);
  }
});

test('the merchant API never refunds what a chargeback has taken', async () => {
  const [part, whole] = [await pay(world), await pay(world)];
  await dispute(part, 1500);
  await dispute(whole, 2500);
  expect((await refund(part, '10.01')).body.outcome.reasonCode).toBe('V402');
  expect((await refund(whole, '0.01')).body.outcome.reasonCode).toBe('V402');
  expect((await refund(whole)).body.outcome.reasonCode).toBe('V402');
  // Without an amount only the rest is refunded.
  const { status, body } = await refund(part);
  expect([status, body.transaction.amount]).toEqual([201, 10]);
});
