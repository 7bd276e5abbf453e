import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { paymentIdOf } from '#integrations/processors/hyperswitch/hyperswitch-ids.ts';
import {
  type HyperswitchWorld,
  chargeOf,
  disputesOf,
  pay,
  receive,
  startWithHyperswitch,
} from './dispute-fixtures.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';

let world: HyperswitchWorld;
beforeAll(async () => {
  world = await startWithHyperswitch();
});
afterAll(async () => {
  await expectBooksToBalance(world.app);
  expect(world.simulator.violations()).toEqual([]);
  await world.stop();
});

type NewDispute = Parameters<HyperswitchWorld['simulator']['openDispute']>[0];

async function dispute(more: Partial<NewDispute> = {}) {
  const txnId = await pay(world);
  return { txnId, id: world.simulator.openDispute({ payment: paymentIdOf(txnId), ...more }) };
}

describe('the events of a chargeback', () => {
  test('are a dispute of the payment, with its deadline', async () => {
    const { txnId } = await dispute();
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([
      {
        stage: 'CHARGEBACK',
        status: 'NEEDS_RESPONSE',
        amountMinor: 2500,
        chargedBackMinor: 0,
        isFraud: true,
      },
    ]);
    const [stored] = await disputesOf(world, txnId);
    const days = ((stored?.deadline?.getTime() ?? 0) - world.app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  test('book its money when it is lost', async () => {
    const { txnId, id } = await dispute({ reasonCode: '13.1' });
    await receive(world);
    world.app.clock.advance(minuteMs);
    world.simulator.changeDispute(id, { dispute_status: 'dispute_lost' });
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([
      { status: 'LOST', chargedBackMinor: 2500, isFraud: false },
    ]);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 2500, entries: ['CHARGEBACK 2500'] });
  });

  test('are settled by the state at the router, in any order', async () => {
    const { txnId, id } = await dispute();
    world.simulator.changeDispute(id, { dispute_status: 'dispute_challenged' });
    world.simulator.changeDispute(id, { dispute_status: 'dispute_won' });
    await receive(world, { shuffled: true, twice: true });
    expect(await disputesOf(world, txnId)).toMatchObject([{ status: 'WON', chargedBackMinor: 0 }]);
    expect(await chargeOf(world, txnId)).toMatchObject({ chargedBack: 0, entries: [] });
  });

  test('of an inquiry take no money', async () => {
    const { txnId, id } = await dispute({ stage: 'pre_dispute' });
    world.simulator.changeDispute(id, { dispute_status: 'dispute_accepted' });
    await receive(world);
    expect(await disputesOf(world, txnId)).toMatchObject([
      { stage: 'INQUIRY', status: 'ACCEPTED', chargedBackMinor: 0 },
    ]);
  });
});

describe('a report', () => {
  test('waits while the router does not return the dispute', async () => {
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
    await world.app.owner`update txn set gateway_reference = 'pay_another' where txn_id = ${txnId}`;
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

test('a dispute is answered in the control center', async () => {
  const { txnId } = await dispute();
  await receive(world);
  const [stored] = await disputesOf(world, txnId);
  const admin = await world.admin();
  const path = `/proxy/sync/disputes/dispute/${stored?.disputeId}`;
  expect((await admin('GET', path)).body).toMatchObject({ isAnswerable: false });
});
