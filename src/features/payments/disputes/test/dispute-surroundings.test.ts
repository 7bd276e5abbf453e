import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { dayMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type AdyenWorld, disputesOf, pay, receive, startWithAdyen } from './dispute-fixtures.ts';
import { remindOfDeadlines } from '../server/remind-of-deadlines.ts';

let world: AdyenWorld;
beforeAll(async () => {
  world = await startWithAdyen();
});
afterAll(() => world.stop());

async function open(days = 18) {
  const txnId = await pay(world);
  world.simulator.openDispute({ reference: txnId, eventCode: 'CHARGEBACK', value: 1500, days });
  await receive(world);
  const [stored] = await disputesOf(world, txnId);
  return { txnId, disputeId: String(stored?.disputeId) };
}

const details = async (txnId: string, user = 'admin@harbour.example') => {
  const send = await actAs(world.app, user);
  return (await send('GET', `/proxy/sync/tqs/transaction/${txnId}`)).body;
};

describe('the details of a payment', () => {
  test('have its dispute, what is charged back and what is left to refund', async () => {
    const { txnId, disputeId } = await open();
    const body = await details(txnId);
    expect(body.disputes).toEqual([
      { disputeId, transactionId: txnId, stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', amount: '15.00' },
    ]);
    expect(body.fraudReported).toBe('DISPUTE');
    expect(body.chargeInformation).toMatchObject({
      chargedBackAmount: '15.00',
      refundableAmount: '10.00',
      netAmount: '10.00',
    });
    expect(body.refundInformation.amount).toBe('10.00');
    expect(body.relatedEvents).toContainEqual(
      expect.objectContaining({ kind: 'DISPUTE', state: 'NEEDS_RESPONSE', objectId: disputeId }),
    );
  });

  test('show a user without the permission only that there is one', async () => {
    const { txnId } = await open();
    const body = await details(txnId, 'support@harbour.example');
    expect(body.disputes).toMatchObject([{ disputeId: null, status: 'NEEDS_RESPONSE' }]);
    expect(body.relatedEvents.filter(({ kind }: { kind: string }) => kind === 'DISPUTE')).toEqual([]);
  });
});

test('home counts what needs a response, for users who respond', async () => {
  const { disputeId } = await open();
  const query = 'from=2026-11-13T00:00:00Z&until=2026-11-21T00:00:00Z&linksUntil=2026-11-23T00:00:00Z';
  const count = async (user: string) => {
    const send = await actAs(world.app, user);
    const { needs } = (await send('GET', `/proxy/sync/home/needs/1100?${query}`)).body;
    return needs.find(({ kind }: { kind: string }) => kind === 'disputes')?.number;
  };
  const before = await count('admin@harbour.example');
  expect(before).toBeGreaterThan(0);
  await world.app.owner`update dispute set status = 'WON' where dispute_id = ${disputeId}`;
  expect(await count('admin@harbour.example')).toBe(before === 1 ? undefined : before - 1);
  expect(await count('support@harbour.example')).toBeUndefined();
});

test('the users who respond get an email seven and two days before the deadline', async () => {
  const { disputeId } = await open(10);
  const mails = async () => {
    await remindOfDeadlines.run(world.app.services);
    await remindOfDeadlines.run(world.app.services);
    return world.app.owner<
      { recipient: string; contents: { amount: string; day: string; linkUrl: string } }[]
    >`
      select recipient, contents from mail_outbox
      where template = 'disputeDue' and contents ->> 'linkUrl' like ${`%/disputes/${disputeId}`} order by 1`;
  };
  expect(await mails()).toHaveLength(0);
  world.app.clock.advance(4 * dayMs);
  // The administrator of the company and the cashier of the merchant.
  expect((await mails()).map(({ recipient, contents }) => [recipient, contents.amount])).toEqual([
    ['admin@harbour.example', '15.00 GBP'],
    ['coffee@harbour.example', '15.00 GBP'],
  ]);
  world.app.clock.advance(4.5 * dayMs);
  expect(await mails()).toHaveLength(4);
  world.app.clock.advance(dayMs);
  expect(await mails()).toHaveLength(4);
});

test('the merchant’s webhook gets the events of a dispute', async () => {
  const { owner } = world.app;
  await createHook(await world.admin(), { events: ['dispute.*'] });
  const txnId = await pay(world);
  const psp = world.simulator.openDispute({ reference: txnId, eventCode: 'NOTIFICATION_OF_CHARGEBACK' });
  await receive(world);
  world.app.clock.advance(dayMs);
  world.simulator.moveDispute(psp, 'CHARGEBACK');
  await receive(world);
  world.app.clock.advance(dayMs);
  world.simulator.moveDispute(psp, 'SECOND_CHARGEBACK');
  await receive(world);
  const [stored] = await disputesOf(world, txnId);
  const events = await owner<{ type: string; body: string }[]>`
    select type, body from webhook_event where object_id = ${String(stored?.disputeId)} and type like 'dispute.%'
    order by created_at, type`;
  expect(events.map(({ type }) => type)).toEqual(['dispute.opened', 'dispute.updated', 'dispute.closed']);
  expect(JSON.parse(events[0]?.body ?? '{}').data).toMatchObject({
    transactionId: txnId,
    dispute: { transactionId: txnId, status: 'NEEDS_RESPONSE', amount: 25, currency: 'GBP' },
  });
});
