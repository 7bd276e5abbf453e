import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksToBalance, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import {
  type AdyenWorld,
  chargeOf,
  disputesOf,
  pay,
  receive,
  refund,
  startWithAdyen,
} from './dispute-fixtures.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';

let world: AdyenWorld;
beforeAll(async () => {
  world = await startWithAdyen();
});
afterAll(async () => {
  await expectBooksToBalance(world.app);
  // But for the event that no document has.
  expect(world.simulator.violations().filter((one) => !one.includes('DISPUTE_OF_TOMORROW'))).toEqual([]);
  await world.stop();
});

/** A dispute of a new payment; `moves` are its next events. */
async function dispute(first: 'REQUEST_FOR_INFORMATION' | 'NOTIFICATION_OF_CHARGEBACK' | 'CHARGEBACK') {
  const txnId = await pay(world);
  const psp = world.simulator.openDispute({ reference: txnId, eventCode: first });
  return { txnId, psp };
}

describe('the events of a chargeback', () => {
  test('are a dispute with its reason and its deadline', async () => {
    const { txnId } = await dispute('NOTIFICATION_OF_CHARGEBACK');
    await receive(world);
    const [stored] = await disputesOf(world, txnId);
    expect(stored).toMatchObject({
      stage: 'CHARGEBACK',
      status: 'NEEDS_RESPONSE',
      amountMinor: 2500,
      chargedBackMinor: 0,
      isFraud: true,
    });
    const days = ((stored?.deadline?.getTime() ?? 0) - world.app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(18);
  });

  test('book the money once, in any order and however often they come', async () => {
    const { txnId, psp } = await dispute('NOTIFICATION_OF_CHARGEBACK');
    world.app.clock.advance(minuteMs);
    world.simulator.moveDispute(psp, 'CHARGEBACK');
    world.app.clock.advance(minuteMs);
    world.simulator.moveDispute(psp, 'INFORMATION_SUPPLIED');
    world.app.clock.advance(minuteMs);
    world.simulator.moveDispute(psp, 'CHARGEBACK_REVERSED');
    world.app.clock.advance(minuteMs);
    world.simulator.moveDispute(psp, 'SECOND_CHARGEBACK');
    await receive(world, { shuffled: true, twice: true });
    await receive(world, { shuffled: true, twice: true });
    expect(await disputesOf(world, txnId)).toMatchObject([
      { stage: 'PRE_ARBITRATION', status: 'LOST', chargedBackMinor: 2500 },
    ]);
    expect(await chargeOf(world, txnId)).toMatchObject({ captured: 2500, chargedBack: 2500, hold: 2500 });
  });

  test('give the money back when it is reversed', async () => {
    const { txnId, psp } = await dispute('CHARGEBACK');
    await receive(world);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 2500, entries: ['CHARGEBACK 2500'] });
    world.app.clock.advance(minuteMs);
    world.simulator.moveDispute(psp, 'CHARGEBACK_REVERSED');
    await receive(world);
    expect(await chargeOf(world, txnId)).toMatchObject({
      chargedBack: 0,
      hold: 0,
      entries: ['CHARGEBACK 2500', 'CHARGEBACK_REVERSAL 2500'],
    });
    expect(reason(await refund(world.merchant, txnId))).toBe('U200');
  });

  test('limit the refunds to what is left', async () => {
    const txnId = await pay(world);
    world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK', value: 2000 });
    await receive(world);
    expect(reason(await refund(world.merchant, txnId, '5.01'))).toBe('V402');
    expect(reason(await refund(world.merchant, txnId, '5.00'))).toBe('U200');
  });

  test('are booked for a payment that was refunded before', async () => {
    const txnId = await pay(world);
    await refund(world.merchant, txnId, '20.00');
    world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK', value: 2500 });
    await receive(world);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 2500, hold: 500 });
    expect(reason(await refund(world.merchant, txnId, '1.00'))).toBe('V402');
  });
});

describe('a report', () => {
  test('with a wrong signature is refused', async () => {
    const { txnId } = await dispute('CHARGEBACK');
    const event = world.simulator.events().at(-1)?.item;
    const response = await world.app.gateway.inject({
      method: 'POST',
      url: '/processor/key-301/events',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('adyen:long-password').toString('base64')}`,
      },
      payload: JSON.stringify({
        notificationItems: [{ NotificationRequestItem: { ...event, amount: { value: 1, currency: 'GBP' } } }],
      }),
    });
    expect(response.statusCode).toBe(401);
    expect(await disputesOf(world, txnId)).toEqual([]);
  });

  test('of another connection changes nothing', async () => {
    const txnId = await pay(world);
    await world.app.owner`
      insert into processor_event (connection_id, event_id, kind, reference, event, received_at, state, next_attempt_at)
      values (1, ${`other-${txnId}`}, 'dispute', ${txnId}, ${world.app.owner.json({
        kind: 'dispute',
        eventId: `other-${txnId}`,
        name: 'CHARGEBACK',
        reference: txnId,
        report: {
          dispute: 'theirs',
          reference: txnId,
          stage: 'CHARGEBACK',
          status: 'LOST',
          amountMinor: 2500,
          currency: 'GBP',
          chargedBackMinor: 2500,
        },
      })}, now(), 'NEW', ${world.app.clock.now()})`;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await settleDisputeEvents.run(world.app.services);
      world.app.clock.advance(10 * minuteMs);
    }
    expect(await disputesOf(world, txnId)).toEqual([]);
    const [event] = await world.app.owner`
      select state from processor_event where event_id = ${`other-${txnId}`}`;
    expect(event?.state).toBe('IGNORED');
  });

  test('of more money than the payment has is held, and the operator is informed', async () => {
    const txnId = await pay(world);
    world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK', value: 9900 });
    await receive(world);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      world.app.clock.advance(120 * minuteMs);
      await settleDisputeEvents.run(world.app.services);
    }
    expect(await disputesOf(world, txnId)).toMatchObject([{ amountMinor: 9900, chargedBackMinor: 0 }]);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 0, entries: [] });
    const mails = await world.app.owner`
      select 1 from mail_outbox where template = 'processorReport' and contents ->> 'transactionId' = ${txnId}`;
    expect(mails).toHaveLength(1);
  });

  test('of an unknown event is stored unchanged', async () => {
    const { txnId, psp } = await dispute('NOTIFICATION_OF_CHARGEBACK');
    world.simulator.moveDispute(psp, 'DISPUTE_OF_TOMORROW');
    await receive(world);
    const [event] = await world.app.owner<{ state: string; event: { raw?: { eventCode: string } } }[]>`
      select state, event from processor_event where reference = ${txnId} and kind = 'other'`;
    expect([event?.state, event?.event.raw?.eventCode]).toEqual(['IGNORED', 'DISPUTE_OF_TOMORROW']);
    const { values } = await world.app.services.state.unknownReports.get();
    expect(values).toMatchObject([{ labels: { name: 'DISPUTE_OF_TOMORROW' }, value: 1 }]);
  });
});

test('an issuer’s fraud alert marks the payment, which is not disputed', async () => {
  const txnId = await pay(world);
  world.simulator.warnOfFraud(txnId);
  await receive(world);
  expect(await disputesOf(world, txnId)).toEqual([]);
  const labels = await world.app.owner`select source, reason from fraud_label where txn_id = ${txnId}`;
  expect(labels).toEqual([{ source: 'WARNING', reason: 'Fraudulent Use of Account Number' }]);
});
