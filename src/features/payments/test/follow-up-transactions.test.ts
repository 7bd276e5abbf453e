import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, closeMerchant, goodCard, paid, payment, reason, declinedCard } from './payment-fixtures.ts';
import { rebuildTotals } from '../server/db/totals.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const follow = (id: string, action: string, transaction: object = {}) =>
  merchant('POST', `${base}/${id}/${action}`, { transaction });

describe('captureTransaction', () => {
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
      const payout = await merchant(
        'POST',
        `${base}/payout`,
        payment({ deferred: true }, { card: goodCard }),
      );
      const id = payout.body.transaction.transactionId;
      const clerk = await actAs(app, 'coffee@harbour.example');
      const answer = await clerk('POST', `/proxy/sync/ta/transactions/5300001/${id}/capture`, {});
      expect(answer.body.transaction).toMatchObject({
        type: 'PAYOUT_COMPLETE',
        status: 'SUCCESS',
        amount: 25,
      });
      expect(reason(await follow(id, 'capture'))).toBe('V138');
    });
  });
});

describe('cancelTransaction', () => {
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
});

describe('refundTransaction', () => {
  describe('a refund', () => {
    test.each([[undefined], [{}], [[]], [{ transaction: {} }], [{ transaction: [] }]])(
      'with %j refunds the whole amount',
      async (body) => {
        const id = await paid(merchant, { merchantRef: `all-${JSON.stringify(body)}` });
        const answer = await merchant('POST', `${base}/${id}/refund`, body);
        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({
          transaction: {
            type: 'REFUND',
            status: 'SUCCESS',
            amount: 25,
            relatedTransaction: { transactionId: id },
          },
          outcome: { status: 'SUCCESS', reasonCode: 'S100' },
        });
        expect(answer.body.transaction.transactionId).not.toBe(id);
        expect(reason(await follow(id, 'refund'))).toBe('V402');
      },
    );

    test('is made in parts until nothing is left', async () => {
      const id = await paid(merchant);
      expect((await follow(id, 'refund', { amount: '10.00', currency: 'GBP' })).status).toBe(201);
      const above = await follow(id, 'refund', { amount: '15.01' });
      expect([above.status, above.body]).toEqual([
        400,
        {
          transaction: { status: 'FAILED', type: 'REFUND', relatedTransaction: { transactionId: id } },
          link: [],
          outcome: { status: 'FAILED', reasonCode: 'V402', reasonMessage: expect.any(String) },
        },
      ]);
      expect((await follow(id, 'refund', { amount: 15 })).status).toBe(201);
      expect(reason(await follow(id, 'refund', { amount: '0.01' }))).toBe('V402');
    });

    test.each([
      [{ amount: 0 }, 'V100'],
      [{ amount: -1 }, 'V130'],
      [{ amount: '1.001' }, 'V131'],
      [{ amount: '1.00', currency: 'EUR' }, 'V133'],
      [{ amount: '1e1' }, 'V100'],
    ])('of %j is refused with %s', async (transaction, code) => {
      const id = await paid(merchant);
      const answer = await follow(id, 'refund', transaction);
      expect([answer.status, reason(answer)]).toEqual([400, code]);
    });

    test('of a capture, or of its authorisation, draws on one pool', async () => {
      const id = await paid(merchant, { deferred: true });
      expect(reason(await follow(id, 'refund'))).toBe('V137');
      const capture = await follow(id, 'capture');
      const captureId = capture.body.transaction.transactionId;
      expect((await follow(captureId, 'refund', { amount: 10 })).status).toBe(201);
      expect((await follow(id, 'refund', { amount: 10 })).status).toBe(201);
      expect(reason(await follow(captureId, 'refund', { amount: 6 }))).toBe('V402');
      expect((await follow(captureId, 'refund', { amount: 5 })).status).toBe(201);
      const read = await merchant('GET', `${base}/${id}`);
      const groups = read.body.followUpStatus.status.map((g: { name: string; followUpTransaction: [] }) => [
        g.name,
        g.followUpTransaction.length,
      ]);
      expect(groups).toEqual(
        expect.arrayContaining([
          ['CAPTURED', 1],
          ['REFUNDED', 3],
        ]),
      );
    });

    test('of a refund or a failed payment is refused', async () => {
      const id = await paid(merchant);
      const refund = await follow(id, 'refund');
      expect(reason(await follow(refund.body.transaction.transactionId, 'refund'))).toBe('V134');
      const failed = await merchant('POST', `${base}/payment`, payment({}, { card: declinedCard }));
      expect(reason(await follow(failed.body.transaction.transactionId, 'refund'))).toBe('V136');
    });

    test('that the processor declines leaves the pool as it was', async () => {
      const id = await paid(merchant, { amount: '30.00' });
      expect(reason(await follow(id, 'refund', { amount: '5.51' }))).toBe('D100');
      expect(reason(await follow(id, 'refund', { amount: '5.91' }))).toBe('X203');
      expect((await follow(id, 'refund', { amount: '30.00' })).status).toBe(201);
    });

    test('that waits at the processor answers U200, counts, and does not block', async () => {
      const id = await paid(merchant);
      const waiting = await follow(id, 'refund', { amount: '10.77' });
      expect([waiting.status, reason(waiting)]).toEqual([201, 'U200']);
      expect(waiting.body.transaction).toMatchObject({
        status: 'PENDING',
        stage: 'EXTERNAL_PROCESSING',
        consumerSpend: 0,
      });
      expect(reason(await follow(id, 'refund', { amount: '14.24' }))).toBe('V402');
      expect((await follow(id, 'refund', { amount: '14.23' })).status).toBe(201);
    });

    test('of an unknown transaction answers 404 A400, top-level', async () => {
      const answer = await follow('99999999999', 'refund');
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ status: 'FAILED', reasonCode: 'A400' });
      expect(answer.body).not.toHaveProperty('outcome');
    });

    test('through another installation of the same company answers 404', async () => {
      const id = await paid(merchant);
      expect((await merchant('POST', `/acceptor/rest/transactions/5300002/${id}/refund`, {})).status).toBe(
        404,
      );
    });

    test('from the portal needs the permission and is audited', async () => {
      const id = await paid(merchant);
      const url = `/proxy/sync/ta/transactions/5300001/${id}/refund`;
      const support = await actAs(app, 'support@harbour.example');
      expect((await support('POST', url, {})).status).toBe(403);
      const clerk = await actAs(app, 'coffee@harbour.example');
      const answer = await clerk('POST', url, { transaction: { amount: '5.00', currency: 'GBP' } });
      expect(answer.status).toBe(201);
      expect(answer.body.outcome).toMatchObject({ reasonCode: 'S100' });
      const refundId = answer.body.transaction.transactionId;
      const lines =
        await app.owner`select actor_kind, act, outcome, detail from audit_event where object_id = ${refundId}`;
      expect(lines).toMatchObject([
        {
          actorKind: 'user',
          act: 'refund',
          outcome: 'SUBMITTED',
          detail: { amountMinor: 500, original: id },
        },
      ]);
    });
  });

  const refundOf = (id: string, transaction: object) =>
    merchant('POST', `${base}/${id}/refund`, { transaction: { currency: 'GBP', ...transaction } });

  test.each([
    ['with a merchantRef', { merchantRef: 'R-1', amount: '2.00' }],
    ['without a merchantRef', { amount: '2.00' }],
  ])('refuses the same refund %s within a minute', async (_name, refund) => {
    const id = await paid(merchant);
    expect(reason(await refundOf(id, refund))).toBe('S100');
    expect(reason(await refundOf(id, refund))).toBe('A126');
    app.clock.advance(60_000);
    expect(reason(await refundOf(id, refund))).toBe('S100');
  });

  test('takes refunds that differ in reference, amount or original', async () => {
    const [id, other] = [await paid(merchant), await paid(merchant)];
    const codes = [];
    for (const [original, refund] of [
      [id, { merchantRef: 'R-2', amount: '2.00' }],
      [id, { merchantRef: 'R-3', amount: '2.00' }],
      [id, { merchantRef: 'R-2', amount: '3.00' }],
      [other, { merchantRef: 'R-2', amount: '2.00' }],
    ] as const)
      codes.push(reason(await refundOf(original, refund)));
    expect(codes).toEqual(['S100', 'S100', 'S100', 'S100']);
  });

  test('takes the same refund again at once when the first one was declined', async () => {
    const id = await paid(merchant);
    expect(reason(await refundOf(id, { merchantRef: 'R-4', amount: '1.51' }))).toBe('D100');
    expect(reason(await refundOf(id, { merchantRef: 'R-4', amount: '1.51' }))).toBe('D100');
  });

  test.each(['capture', 'cancel'])(
    'refuses the same %s with the same merchantRef within a minute',
    async (action) => {
      const id = await paid(merchant, { deferred: true });
      const order = { transaction: { merchantRef: `${action}-1` } };
      const send = (body: object) => merchant('POST', `${base}/${id}/${action}`, body);
      expect((await send(order)).status).toBe(201);
      expect(reason(await send(order))).toBe('A126');
      expect(reason(await send({}))).toBe(action === 'capture' ? 'V138' : 'V139');
    },
  );
});

describe('repeatTransaction', () => {
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
});
