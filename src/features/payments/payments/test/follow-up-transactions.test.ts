import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, closeMerchant, goodCard, paid, payment, reason } from './payment-fixtures.ts';
import { rebuildTotals } from '#features/record/reporting/server/totals.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const sendFollowUp = (id: string, action: string, transaction: object = {}) =>
  merchant('POST', `${base}/${id}/${action}`, { transaction });

describe('captureTransaction', () => {
  describe('a capture', () => {
    test('takes the whole authorisation, once', async () => {
      const id = await paid(merchant, { deferred: true, merchantRef: 'auth-1' });
      const response = await sendFollowUp(id, 'capture');
      expect(response.status).toBe(201);
      expect(response.body.transaction).toMatchObject({
        type: 'CAPTURE',
        amount: 25,
        relatedTransaction: { transactionId: id, merchantRef: 'auth-1' },
      });
      expect(response.body.transaction).not.toHaveProperty('merchantRef');
      expect(reason(await sendFollowUp(id, 'capture'))).toBe('V138');
      expect(reason(await sendFollowUp(id, 'cancel'))).toBe('V138');
    });

    test('of a part releases the rest', async () => {
      const id = await paid(merchant, { deferred: true });
      expect(reason(await sendFollowUp(id, 'capture', { amount: '25.01' }))).toBe('V501');
      expect((await sendFollowUp(id, 'capture', { amount: '10.00' })).body.transaction.amount).toBe(10);
      expect(reason(await sendFollowUp(id, 'capture', { amount: '15.00' }))).toBe('V138');
      expect(reason(await sendFollowUp(id, 'refund', { amount: '10.01' }))).toBe('V402');
    });

    test('of a part is refused with V502 without the feature', async () => {
      const id = await paid(merchant, { deferred: true });
      await app.owner`delete from organisation_feature where feature = 'PARTIAL_CAPTURE' and organisation_id = 1100`;
      expect(reason(await sendFollowUp(id, 'capture', { amount: '10.00' }))).toBe('V502');
      await app.owner`insert into organisation_feature (organisation_id, feature) values (1100, 'PARTIAL_CAPTURE')`;
    });

    test('of a payment or in another currency is refused', async () => {
      expect(reason(await sendFollowUp(await paid(merchant), 'capture'))).toBe('V134');
      const id = await paid(merchant, { deferred: true });
      expect(reason(await sendFollowUp(id, 'capture', { amount: 1, currency: 'EUR' }))).toBe('V133');
    });

    test('that the processor declines leaves the authorisation open', async () => {
      const id = await paid(merchant, { deferred: true });
      expect(reason(await sendFollowUp(id, 'capture', { amount: '20.51' }))).toBe('D100');
      expect((await sendFollowUp(id, 'capture')).status).toBe(201);
    });

    test('completes a deferred payout, from the portal too', async () => {
      const payout = await merchant(
        'POST',
        `${base}/payout`,
        payment({ deferred: true }, { card: goodCard }),
      );
      const id = payout.body.transaction.transactionId;
      const clerk = await actAs(app, 'coffee@harbour.example');
      const response = await clerk('POST', `/proxy/sync/ta/transactions/5300001/${id}/capture`, {});
      expect(response.body.transaction).toMatchObject({
        type: 'PAYOUT_COMPLETE',
        status: 'SUCCESS',
        amount: 25,
      });
      expect(reason(await sendFollowUp(id, 'capture'))).toBe('V138');
    });
  });
});

describe('cancelTransaction', () => {
  describe('a cancel', () => {
    test('releases an authorisation: type CANCEL, original VOIDED', async () => {
      const id = await paid(merchant, { deferred: true });
      const response = await sendFollowUp(id, 'cancel', { amount: '1.00', currency: 'EUR' });
      expect(response.status).toBe(201);
      expect(['S100', 'C107']).toContain(reason(response));
      expect(response.body.transaction).toMatchObject({ type: 'CANCEL', status: 'SUCCESS', amount: 25 });
      const original = await merchant('GET', `${base}/${id}`);
      expect(original.body.transaction.status).toBe('VOIDED');
      expect(original.body.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual([
        'S100',
        'C107',
      ]);
      expect(original.body.followUpStatus.status).toMatchObject([{ name: 'CANCELLED' }]);
      for (const action of ['cancel', 'capture', 'refund'])
        expect(reason(await sendFollowUp(id, action))).toBe('V139');
    });

    test('of a payment is refused with V134', async () => {
      expect(reason(await sendFollowUp(await paid(merchant), 'cancel'))).toBe('V134');
    });

    test('that the processor cannot make returns X202 and leaves the authorisation open', async () => {
      const id = await paid(merchant, { deferred: true });
      await app.owner`update txn set requested_minor = 2591 where txn_id = ${id}`;
      expect(reason(await sendFollowUp(id, 'cancel'))).toBe('X202');
      await app.owner`update txn set requested_minor = 2500 where txn_id = ${id} or related_id = ${id}`;
      expect((await sendFollowUp(id, 'capture')).status).toBe(201);
      // Amounts never change but by the hand of this test.
      await app.owner.begin('isolation level repeatable read', (sql) => rebuildTotals(sql, 1100));
    });

    test('withdraws a deferred payout without calling the processor', async () => {
      const payout = await merchant('POST', `${base}/payout`, payment({ deferred: 1 }, { card: goodCard }));
      const id = payout.body.transaction.transactionId;
      const response = await sendFollowUp(id, 'cancel');
      expect(response.body.transaction).toMatchObject({ type: 'PAYOUT_VOID', status: 'SUCCESS' });
      const operations = await app.owner`
        select 1 from sandbox.operation where reference = ${response.body.transaction.transactionId}`;
      expect(operations).toHaveLength(0);
      expect(reason(await sendFollowUp(id, 'capture'))).toBe('V139');
    });

    test('keeps the acquirer of a payout that no processor received', async () => {
      await app.owner`update processor_connection set acquirer = 'Northern Acquiring'`;
      const payout = await merchant('POST', `${base}/payout`, payment({ deferred: 1 }, { card: goodCard }));
      await app.owner`update processor_connection set acquirer = 'Example Acquirer'`;
      const { body } = await sendFollowUp(payout.body.transaction.transactionId, 'cancel');
      const [stored] = await app.owner`
        select acquirer from txn where txn_id = ${body.transaction.transactionId}`;
      expect(stored).toEqual({ acquirer: 'Northern Acquiring' });
    });
  });
});

describe('repeatTransaction', () => {
  describe('a repeat', () => {
    test('charges the same card again, with the same root and sums of its own', async () => {
      const id = await paid(merchant);
      const response = await sendFollowUp(id, 'repeat', {
        amount: '9.99',
        currency: 'GBP',
        recurring: true,
        merchantRef: 'sub-2',
      });
      expect(response.status).toBe(201);
      expect(response.body.transaction).toMatchObject({
        type: 'REPEAT',
        amount: 9.99,
        merchantRef: 'sub-2',
        customerInitiated: false,
        relatedTransaction: { transactionId: id },
      });
      const repeatId = response.body.transaction.transactionId;
      expect(reason(await sendFollowUp(repeatId, 'refund', { amount: '10.00' }))).toBe('V402');
      expect((await sendFollowUp(repeatId, 'refund', { amount: '9.99' })).status).toBe(201);
      expect((await sendFollowUp(id, 'refund', { amount: '25.00' })).status).toBe(201);
      const [row] = await app.owner`select root_id::text as root from txn where txn_id = ${repeatId}`;
      expect(row?.root).toBe(id);
    });

    test('without an amount charges the original amount', async () => {
      const id = await paid(merchant, { deferred: true });
      expect((await sendFollowUp(id, 'repeat')).body.transaction.amount).toBe(25);
    });

    test('of a verified card needs an amount', async () => {
      const verify = await merchant(
        'POST',
        `${base}/verify`,
        payment({ amount: undefined }, { card: goodCard }),
      );
      const id = verify.body.transaction.transactionId;
      expect(reason(await sendFollowUp(id, 'repeat'))).toBe('V129');
      expect((await sendFollowUp(id, 'repeat', { amount: '4.00' })).status).toBe(201);
    });

    test('is refused for both sequences at once, another currency, or a refund', async () => {
      const id = await paid(merchant);
      expect(reason(await sendFollowUp(id, 'repeat', { recurring: true, instalment: true }))).toBe('V100');
      expect(reason(await sendFollowUp(id, 'repeat', { amount: 1, currency: 'EUR' }))).toBe('V133');
      const refund = await sendFollowUp(id, 'refund');
      expect(reason(await sendFollowUp(refund.body.transaction.transactionId, 'repeat'))).toBe('V134');
    });

    test('declined by the card returns 400', async () => {
      const response = await sendFollowUp(await paid(merchant), 'repeat', { amount: '7.51' });
      expect([response.status, reason(response)]).toEqual([400, 'D100']);
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
});
