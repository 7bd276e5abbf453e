import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuildTotals } from '../server/db/totals.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, closeMerchant, goodCard, paid, payment, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const follow = (id: string, action: string, transaction: object = {}) =>
  merchant('POST', `${base}/${id}/${action}`, { transaction });

describe('a cancel', () => {
  test('releases an authorisation: type CANCEL, original VOIDED', async () => {
    const id = await paid(merchant, { deferred: true });
    const answer = await follow(id, 'cancel', { amount: '1.00', currency: 'EUR' });
    expect(answer.status).toBe(201);
    expect(['S100', 'C107']).toContain(reason(answer));
    expect(answer.body.transaction).toMatchObject({ type: 'CANCEL', status: 'SUCCESS', amount: 25 });
    const original = await merchant('GET', `${base}/${id}`);
    expect(original.body.transaction.status).toBe('VOIDED');
    expect(original.body.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual([
      'S100',
      'C107',
    ]);
    expect(original.body.followUpStatus.status).toMatchObject([{ name: 'CANCELLED' }]);
    for (const action of ['cancel', 'capture', 'refund'])
      expect(reason(await follow(id, action))).toBe('V139');
  });

  test('of a payment is refused with V134', async () => {
    expect(reason(await follow(await paid(merchant), 'cancel'))).toBe('V134');
  });

  test('that the processor cannot make answers X202 and leaves the authorisation open', async () => {
    const id = await paid(merchant, { deferred: true });
    await app.owner`update txn set requested_minor = 2591 where txn_id = ${id}`;
    expect(reason(await follow(id, 'cancel'))).toBe('X202');
    await app.owner`update txn set requested_minor = 2500 where txn_id = ${id} or related_id = ${id}`;
    expect((await follow(id, 'capture')).status).toBe(201);
    // Amounts never change but by the hand of this test.
    await app.owner.begin('isolation level repeatable read', (sql) => rebuildTotals(sql, 1100));
  });

  test('withdraws a deferred payout without asking the processor', async () => {
    const payout = await merchant('POST', `${base}/payout`, payment({ deferred: 1 }, { card: goodCard }));
    const id = payout.body.transaction.transactionId;
    const answer = await follow(id, 'cancel');
    expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT_VOID', status: 'SUCCESS' });
    const asked = await app.owner`
      select 1 from sandbox.operation where reference = ${answer.body.transaction.transactionId}`;
    expect(asked).toHaveLength(0);
    expect(reason(await follow(id, 'capture'))).toBe('V139');
  });
});
