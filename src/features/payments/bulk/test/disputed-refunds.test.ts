import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AdyenWorld,
  pay,
  receive,
  startWithAdyen,
} from '#features/payments/disputes/test/dispute-fixtures.ts';
import { base, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import { runBulkWork } from '../server/run-bulk-work.ts';
import { bulk, itemsOf, resultsOf, review, run } from './bulk-fixtures.ts';

let world: AdyenWorld;
beforeAll(async () => {
  world = await startWithAdyen();
});
afterAll(() => world.stop());

async function dispute(
  reference: string,
  value: number,
  eventCode: 'CHARGEBACK' | 'REQUEST_FOR_INFORMATION' = 'CHARGEBACK',
): Promise<void> {
  world.simulator.openDispute({ reference, eventCode, value, days: 18 });
  await receive(world);
}

const refundedMinor = async (txnId: string): Promise<number | undefined> => {
  const [row] = await world.app.owner<{ sum: number }[]>`
    select refunded_minor + refund_pending_minor as sum from payment where root_id = ${txnId}`;
  return row?.sum;
};

test('the review names the open dispute of a payment', async () => {
  const [disputed, other] = [await pay(world), await pay(world)];
  await dispute(disputed, 2500, 'REQUEST_FOR_INFORMATION');
  const { items, sums } = await review(await world.admin(), 'REFUND', [disputed, other]);
  expect(items).toMatchObject([
    { id: disputed, code: null, dispute: { stage: 'INQUIRY', status: 'NEEDS_RESPONSE' } },
    { id: other, code: null, dispute: null },
  ]);
  expect(sums).toEqual([{ ccyCode: 'GBP', number: 2, amount: '50.00' }]);
});

test('disputed payments are left out when the user asks for it', async () => {
  const [disputed, other] = [await pay(world), await pay(world)];
  await dispute(disputed, 2500, 'REQUEST_FOR_INFORMATION');
  const admin = await world.admin();
  const ids = [disputed, other];
  const { body } = await admin('POST', `${bulk}/review`, { action: 'REFUND', ids, withoutDisputed: true });
  expect(body.items).toMatchObject([
    { code: 'DISPUTED', amount: '25.00', dispute: { stage: 'INQUIRY' } },
    { code: null },
  ]);
  expect(body.sums).toEqual([{ ccyCode: 'GBP', number: 1, amount: '25.00' }]);
  const jobId = randomUUID();
  const order = { action: 'REFUND', ids, withoutDisputed: true, jobId, sums: body.sums, number: 1 };
  expect((await admin('POST', bulk, order)).status).toBe(200);
  await runBulkWork.run(world.app.services);
  expect((await itemsOf(admin, jobId)).map(({ id }) => id)).toEqual([other]);
  expect([await refundedMinor(disputed), await refundedMinor(other)]).toEqual([0, 2500]);
});

test('nothing starts when a payment was disputed after a review without disputed ones', async () => {
  const ids = [await pay(world), await pay(world)];
  const admin = await world.admin();
  const { sums } = await review(admin, 'REFUND', ids);
  await dispute(ids[0] ?? '', 2500, 'REQUEST_FOR_INFORMATION');
  const order = { action: 'REFUND', ids, withoutDisputed: true, jobId: randomUUID(), sums, number: 2 };
  const { status, body } = await admin('POST', bulk, order);
  expect([status, body.code]).toEqual([409, 'BULK_CHANGED']);
});

test('the results name the dispute, of a capture that of its authorisation', async () => {
  const { app, merchant, simulator } = world;
  const card = { pan: '4111111111111111', expiryDate: '1230', cv2: '737', cardHolderName: 'A Buyer' };
  const authorised = await paid(merchant, { deferred: true }, { paymentMethod: { card } });
  const { body } = await merchant('POST', `${base}/${authorised}/capture`, {});
  await simulator.deliverEvents();
  await settleProcessorEvents.run(app.services);
  await dispute(authorised, 1000, 'REQUEST_FOR_INFORMATION');
  const other = await pay(world);
  const admin = await world.admin();
  const jobId = await run(app, admin, 'REFUND', [body.transaction.transactionId, other]);
  expect((await itemsOf(admin, jobId)).map((item) => item.dispute)).toEqual([
    { stage: 'INQUIRY', status: 'NEEDS_RESPONSE' },
    null,
  ]);
});

test('money that a chargeback has taken is not summed, and all of it is refused', async () => {
  const [part, whole] = [await pay(world), await pay(world)];
  await dispute(part, 1500);
  await dispute(whole, 2500);
  const { items, sums } = await review(await world.admin(), 'REFUND', [part, whole]);
  expect(items).toMatchObject([
    { code: null, amount: '10.00', dispute: { stage: 'CHARGEBACK' } },
    { code: 'V402', dispute: null },
  ]);
  expect(sums).toEqual([{ ccyCode: 'GBP', number: 1, amount: '10.00' }]);
});

test('a chargeback after the start of a job makes its refund fail', async () => {
  const id = await pay(world);
  const admin = await world.admin();
  const { sums } = await review(admin, 'REFUND', [id]);
  const jobId = randomUUID();
  await admin('POST', bulk, { action: 'REFUND', ids: [id], jobId, sums, number: 1 });
  await dispute(id, 500);
  await runBulkWork.run(world.app.services);
  await receive(world);
  await settleProcessorEvents.run(world.app.services);
  expect(await resultsOf(admin, jobId)).toEqual([['FAILED', 'V402']]);
  expect(await refundedMinor(id)).toBe(0);
});
