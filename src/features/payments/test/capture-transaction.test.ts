import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
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

describe('a capture', () => {
  test('takes the whole authorisation, once', async () => {
    const id = await paid(merchant, { deferred: true, merchantRef: 'auth-1' });
    const answer = await follow(id, 'capture');
    expect(answer.status).toBe(201);
    expect(answer.body.transaction).toMatchObject({
      type: 'CAPTURE',
      amount: 25,
      relatedTransaction: { transactionId: id, merchantRef: 'auth-1' },
    });
    expect(answer.body.transaction).not.toHaveProperty('merchantRef');
    expect(reason(await follow(id, 'capture'))).toBe('V138');
    expect(reason(await follow(id, 'cancel'))).toBe('V138');
  });

  test('of a part releases the rest', async () => {
    const id = await paid(merchant, { deferred: true });
    expect(reason(await follow(id, 'capture', { amount: '25.01' }))).toBe('V501');
    expect((await follow(id, 'capture', { amount: '10.00' })).body.transaction.amount).toBe(10);
    expect(reason(await follow(id, 'capture', { amount: '15.00' }))).toBe('V138');
    expect(reason(await follow(id, 'refund', { amount: '10.01' }))).toBe('V402');
  });

  test('of a part is refused with V502 without the feature', async () => {
    const id = await paid(merchant, { deferred: true });
    await app.owner`delete from organisation_feature where feature = 'PARTIAL_CAPTURE' and organisation_id = 1100`;
    expect(reason(await follow(id, 'capture', { amount: '10.00' }))).toBe('V502');
    await app.owner`insert into organisation_feature (organisation_id, feature) values (1100, 'PARTIAL_CAPTURE')`;
  });

  test('of a payment or in another currency is refused', async () => {
    expect(reason(await follow(await paid(merchant), 'capture'))).toBe('V134');
    const id = await paid(merchant, { deferred: true });
    expect(reason(await follow(id, 'capture', { amount: 1, currency: 'EUR' }))).toBe('V133');
  });

  test('that the processor declines leaves the authorisation open', async () => {
    const id = await paid(merchant, { deferred: true });
    expect(reason(await follow(id, 'capture', { amount: '20.51' }))).toBe('D100');
    expect((await follow(id, 'capture')).status).toBe(201);
  });

  test('completes a deferred payout, from the portal too', async () => {
    const payout = await merchant('POST', `${base}/payout`, payment({ deferred: true }, { card: goodCard }));
    const id = payout.body.transaction.transactionId;
    const clerk = await actAs(app, 'coffee@harbour.example');
    const answer = await clerk('POST', `/proxy/sync/ta/transactions/5300001/${id}/capture`, {});
    expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT_COMPLETE', status: 'SUCCESS', amount: 25 });
    expect(reason(await follow(id, 'capture'))).toBe('V138');
  });
});
