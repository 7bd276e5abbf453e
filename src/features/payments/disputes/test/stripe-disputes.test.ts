import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksToBalance, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import {
  type StripeWorld,
  chargeOf,
  disputesOf,
  pay,
  receive,
  refund,
  startWithStripe,
} from './dispute-fixtures.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await startWithStripe();
});
afterAll(async () => {
  await expectBooksToBalance(world.app);
  expect(world.simulator.violations()).toEqual([]);
  await world.stop();
});

const intentOf = async (txnId: string): Promise<string> => {
  const [row] = await world.app.owner<{ handle: string }[]>`
    select handle from processor_intent where txn_id = ${txnId}`;
  return row?.handle ?? '';
};

async function dispute(more: { isInquiry?: boolean; reason?: string } = {}) {
  const txnId = await pay(world);
  return { txnId, id: world.simulator.openDispute({ intent: await intentOf(txnId), ...more }) };
}

/** Posts an event as Stripe signs it. */
const post = (event: object, secret: string) => {
  const body = JSON.stringify(event);
  const time = Math.floor(world.app.clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return world.app.gateway.inject({
    method: 'POST',
    url: '/processor/key-301/events',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
    payload: body,
  });
};

describe('the events of a chargeback', () => {
  test('are a dispute, and its money is booked', async () => {
    const { txnId } = await dispute();
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([
      {
        stage: 'CHARGEBACK',
        status: 'NEEDS_RESPONSE',
        amountMinor: 2500,
        chargedBackMinor: 2500,
        isFraud: true,
      },
    ]);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 2500, entries: ['CHARGEBACK 2500'] });
    expect(reason(await refund(world.merchant, txnId, '1.00'))).toBe('V402');
  });

  test('are settled by the state of the object, in any order', async () => {
    const { txnId, id } = await dispute();
    world.simulator.closeDispute(id, 'won');
    await receive(world, { shuffled: true, twice: true });
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'WON', chargedBackMinor: 0 }]);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 0, entries: [] });
  });

  test('of an inquiry move no money', async () => {
    const { txnId, id } = await dispute({ isInquiry: true, reason: 'product_not_received' });
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([
      { stage: 'INQUIRY', status: 'NEEDS_RESPONSE', chargedBackMinor: 0, isFraud: false },
    ]);
    world.app.clock.advance(minuteMs);
    world.simulator.closeDispute(id, 'won');
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([{ stage: 'INQUIRY', status: 'WITHDRAWN' }]);
  });
});

describe('a report', () => {
  test('with another signature is refused', async () => {
    const { txnId } = await dispute();
    const event = world.simulator.events().at(-1)?.item ?? {};
    expect((await post(event, 'whsec_other')).statusCode).toBe(401);
    expect(await disputesOf(world, txnId)).toEqual([]);
    await receive(world);
  });

  test('of a dispute that Stripe cannot return now is settled later', async () => {
    const { txnId } = await dispute();
    await world.simulator.deliverEvents();
    world.simulator.setFault(() => ({ kind: 'server-error' }));
    await settleDisputeEvents.run(world.app.services);
    expect(await disputesOf(world, txnId)).toEqual([]);
    world.simulator.setFault(null);
    world.app.clock.advance(10 * minuteMs);
    await settleDisputeEvents.run(world.app.services);
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }]);
  });

  test('of a payment of another system is ignored', async () => {
    const { txnId, id } = await dispute();
    await world.app.owner`update processor_intent set handle = 'pi_ours' where txn_id = ${txnId}`;
    await world.simulator.deliverEvents();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await settleDisputeEvents.run(world.app.services);
      world.app.clock.advance(10 * minuteMs);
    }
    expect(await disputesOf(world, txnId)).toEqual([]);
    const events = await world.app.owner<{ state: string }[]>`
      select distinct state from processor_event where event -> 'report' ->> 'dispute' = ${id}`;
    expect(events).toEqual([{ state: 'IGNORED' }]);
  });
});

test('an early fraud warning marks the payment', async () => {
  const txnId = await pay(world);
  const warning = {
    id: 'evt_warning',
    object: 'event',
    type: 'radar.early_fraud_warning.created',
    created: Math.floor(world.app.clock.now().getTime() / 1000),
    data: {
      object: { id: 'issfr_1', payment_intent: await intentOf(txnId), fraud_type: 'made_with_stolen_card' },
    },
  };
  expect((await post(warning, world.simulator.webhookSecret)).statusCode).toBe(200);
  await settleDisputeEvents.run(world.app.services);
  const labels = await world.app.owner`select source, reason from fraud_label where txn_id = ${txnId}`;
  expect(labels).toEqual([{ source: 'WARNING', reason: 'made_with_stolen_card' }]);
});
