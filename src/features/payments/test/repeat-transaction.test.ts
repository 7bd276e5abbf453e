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

describe('a repeat', () => {
  test('charges the same card again, with the same root and sums of its own', async () => {
    const id = await paid(merchant);
    const answer = await follow(id, 'repeat', {
      amount: '9.99',
      currency: 'GBP',
      recurring: true,
      merchantRef: 'sub-2',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.transaction).toMatchObject({
      type: 'REPEAT',
      amount: 9.99,
      merchantRef: 'sub-2',
      customerInitiated: false,
      relatedTransaction: { transactionId: id },
    });
    const repeatId = answer.body.transaction.transactionId;
    expect(reason(await follow(repeatId, 'refund', { amount: '10.00' }))).toBe('V402');
    expect((await follow(repeatId, 'refund', { amount: '9.99' })).status).toBe(201);
    expect((await follow(id, 'refund', { amount: '25.00' })).status).toBe(201);
    const [row] = await app.owner`select root_id::text as root from txn where txn_id = ${repeatId}`;
    expect(row?.root).toBe(id);
  });

  test('without an amount charges the original amount', async () => {
    const id = await paid(merchant, { deferred: true });
    expect((await follow(id, 'repeat')).body.transaction.amount).toBe(25);
  });

  test('of a verified card needs an amount', async () => {
    const verify = await merchant(
      'POST',
      `${base}/verify`,
      payment({ amount: undefined }, { card: goodCard }),
    );
    const id = verify.body.transaction.transactionId;
    expect(reason(await follow(id, 'repeat'))).toBe('V129');
    expect((await follow(id, 'repeat', { amount: '4.00' })).status).toBe(201);
  });

  test('is refused for both sequences at once, another currency, or a refund', async () => {
    const id = await paid(merchant);
    expect(reason(await follow(id, 'repeat', { recurring: true, instalment: true }))).toBe('V100');
    expect(reason(await follow(id, 'repeat', { amount: 1, currency: 'EUR' }))).toBe('V133');
    const refund = await follow(id, 'refund');
    expect(reason(await follow(refund.body.transaction.transactionId, 'repeat'))).toBe('V134');
  });

  test('declined by the card answers 400', async () => {
    const answer = await follow(await paid(merchant), 'repeat', { amount: '7.51' });
    expect([answer.status, reason(answer)]).toEqual([400, 'D100']);
  });

  test('is made from the portal', async () => {
    const id = await paid(merchant);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const url = `/proxy/sync/ta/transactions/5300001/${id}/repeat`;
    const body = { transaction: { amount: '5.00', currency: 'GBP', commerceType: 'CA', instalment: true } };
    expect((await clerk('POST', url, body)).body.transaction).toMatchObject({
      type: 'REPEAT',
      status: 'SUCCESS',
    });
  });
});
