import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { createClient, gatewayFetch } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { inTenant } from '#database/tenant.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { renderNotification } from '../server/render-payment.ts';
import { readArn } from '../server/settle.ts';
import { base, closeMerchant, declinedCard, paid, payment, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const sendFollowUp = (id: string, action: string, transaction: object = {}) =>
  merchant('POST', `${base}/${id}/${action}`, { transaction });

describe('a refund', () => {
  test.each([[undefined], [{}], [[]], [{ transaction: {} }], [{ transaction: [] }]])(
    'with %j refunds the whole amount',
    async (body) => {
      const id = await paid(merchant, { merchantRef: `all-${JSON.stringify(body)}` });
      const response = await merchant('POST', `${base}/${id}/refund`, body);
      expect(response.status).toBe(201);
      expect(response.body).toMatchObject({
        transaction: {
          type: 'REFUND',
          status: 'SUCCESS',
          amount: 25,
          relatedTransaction: { transactionId: id },
        },
        outcome: { status: 'SUCCESS', reasonCode: 'S100' },
      });
      expect(response.body.transaction.transactionId).not.toBe(id);
      expect(reason(await sendFollowUp(id, 'refund'))).toBe('V402');
    },
  );

  test('is made once by a client that loses the response', async () => {
    const id = await paid(merchant);
    const send = gatewayFetch(app);
    let responses = 0;
    const client = createClient(app, {
      retries: 1,
      retryDelayMs: 1,
      fetch: async (url, init) => {
        const response = await send(url, init);
        responses += 1;
        if (responses === 1) throw new TypeError('connection reset');
        return response;
      },
    });
    const { transaction } = await client.payments.refund(id, { transaction: { amount: '10.00' } });
    expect([responses, transaction?.type, transaction?.amount]).toEqual([2, 'REFUND', 10]);
    const refunds = await app.owner`
      select amount_minor from ledger_entry where root_id = ${id} and kind = 'REFUND'`;
    expect(refunds).toEqual([{ amountMinor: 1000 }]);
    await expect(client.payments.refund(id, { transaction: { amount: '15.01' } })).rejects.toMatchObject({
      name: 'CountinghouseError',
      status: 400,
      reasonCode: 'V402',
      advice: { side: 'MERCHANT', retry: 'FIX' },
      requestId: expect.any(String),
    });
  });

  test('is made in parts until nothing is left', async () => {
    const id = await paid(merchant);
    expect((await sendFollowUp(id, 'refund', { amount: '10.00', currency: 'GBP' })).status).toBe(201);
    const aboveCapture = await sendFollowUp(id, 'refund', { amount: '15.01' });
    expect([aboveCapture.status, aboveCapture.body]).toEqual([
      400,
      {
        transaction: { status: 'FAILED', type: 'REFUND', relatedTransaction: { transactionId: id } },
        link: [],
        outcome: {
          status: 'FAILED',
          reasonCode: 'V402',
          reasonMessage: expect.any(String),
          advice: { group: 'REQUEST', side: 'MERCHANT', retry: 'FIX' },
        },
      },
    ]);
    expect((await sendFollowUp(id, 'refund', { amount: 15 })).status).toBe(201);
    expect(reason(await sendFollowUp(id, 'refund', { amount: '0.01' }))).toBe('V402');
  });

  test.each([
    [{ amount: 0 }, 'V100'],
    [{ amount: -1 }, 'V130'],
    [{ amount: '1.001' }, 'V131'],
    [{ amount: '1.00', currency: 'EUR' }, 'V133'],
    [{ amount: '1e1' }, 'V100'],
  ])('of %j is refused with %s', async (transaction, code) => {
    const id = await paid(merchant);
    const response = await sendFollowUp(id, 'refund', transaction);
    expect([response.status, reason(response)]).toEqual([400, code]);
  });

  test('of a capture, or of its authorisation, draws on one pool', async () => {
    const id = await paid(merchant, { deferred: true });
    expect(reason(await sendFollowUp(id, 'refund'))).toBe('V137');
    const capture = await sendFollowUp(id, 'capture');
    const captureId = capture.body.transaction.transactionId;
    expect((await sendFollowUp(captureId, 'refund', { amount: 10 })).status).toBe(201);
    expect((await sendFollowUp(id, 'refund', { amount: 10 })).status).toBe(201);
    expect(reason(await sendFollowUp(captureId, 'refund', { amount: 6 }))).toBe('V402');
    expect((await sendFollowUp(captureId, 'refund', { amount: 5 })).status).toBe(201);
    const original = await merchant('GET', `${base}/${id}`);
    const groups = original.body.followUpStatus.status.map((g: { name: string; followUpTransaction: [] }) => [
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
    const refund = await sendFollowUp(id, 'refund');
    expect(reason(await sendFollowUp(refund.body.transaction.transactionId, 'refund'))).toBe('V134');
    const failed = await merchant('POST', `${base}/payment`, payment({}, { card: declinedCard }));
    expect(reason(await sendFollowUp(failed.body.transaction.transactionId, 'refund'))).toBe('V136');
  });

  test('that the processor declines leaves the pool as it was', async () => {
    const id = await paid(merchant, { amount: '30.00' });
    expect(reason(await sendFollowUp(id, 'refund', { amount: '5.51' }))).toBe('D100');
    expect(reason(await sendFollowUp(id, 'refund', { amount: '5.91' }))).toBe('X203');
    expect((await sendFollowUp(id, 'refund', { amount: '30.00' })).status).toBe(201);
  });

  test('that waits at the processor returns U200, counts, and does not block', async () => {
    const id = await paid(merchant);
    const pending = await sendFollowUp(id, 'refund', { amount: '10.77' });
    expect([pending.status, reason(pending)]).toEqual([201, 'U200']);
    expect(pending.body.transaction).toMatchObject({
      status: 'PENDING',
      stage: 'EXTERNAL_PROCESSING',
      consumerSpend: 0,
    });
    expect(reason(await sendFollowUp(id, 'refund', { amount: '14.24' }))).toBe('V402');
    expect((await sendFollowUp(id, 'refund', { amount: '14.23' })).status).toBe(201);
  });

  test('of an unknown transaction returns 404 A400, top-level', async () => {
    const response = await sendFollowUp('99999999999', 'refund');
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ status: 'FAILED', reasonCode: 'A400' });
    expect(response.body).not.toHaveProperty('outcome');
  });

  test('through another installation of the same company returns 404', async () => {
    const id = await paid(merchant);
    expect((await merchant('POST', `/acceptor/rest/transactions/5300002/${id}/refund`, {})).status).toBe(404);
  });

  test('from the portal needs the permission and is audited', async () => {
    const id = await paid(merchant);
    const url = `/proxy/sync/ta/transactions/5300001/${id}/refund`;
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('POST', url, {})).status).toBe(403);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const response = await clerk('POST', url, { transaction: { amount: '5.00', currency: 'GBP' } });
    expect(response.status).toBe(201);
    expect(response.body.outcome).toMatchObject({ reasonCode: 'S100' });
    const refundId = response.body.transaction.transactionId;
    const lines =
      await app.owner`select actor_kind, act, outcome, detail from audit_event where object_id = ${refundId}`;
    expect(lines).toMatchObject([
      { actorKind: 'user', act: 'refund', outcome: 'SUBMITTED', detail: { amountMinor: 500, original: id } },
    ]);
  });
});

describe('the tracking of a refund', () => {
  /** As the processor has stored it. */
  const findAtProcessor = async (refundId: string) => {
    const [operation] = await app.owner<{ response: { arn: string; refundExpectedDate: string } }[]>`
      select response from sandbox.operation where reference = ${refundId}`;
    if (!operation) throw new Error('no operation');
    const { arn, refundExpectedDate } = operation.response;
    expect([arn, refundExpectedDate]).toEqual([
      expect.stringMatching(/^\d{23}$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
    return { transaction: { refundExpectedDate }, processing: { authResponse: { arn } } };
  };

  test('is returned, read and notified where the processor gives it', async () => {
    const response = await sendFollowUp(await paid(merchant), 'refund', { amount: '4.00' });
    const refundId = response.body.transaction.transactionId;
    const read = await merchant('GET', `${base}/${refundId}`);
    const notified = await inTenant(app.services.database, [1100], (sql) =>
      renderNotification(sql, 1100, Number(refundId), app.clock.now()),
    );
    const tracked = await findAtProcessor(refundId);
    for (const body of [response.body, read.body, notified]) expect(body).toMatchObject(tracked);
  });

  test('comes with the result of a pending refund', async () => {
    const pending = await sendFollowUp(await paid(merchant), 'refund', { amount: '10.77' });
    const refundId = pending.body.transaction.transactionId;
    expect(pending.body.transaction).not.toHaveProperty('refundExpectedDate');
    await app.owner`update sandbox.operation set final_at = received_at where reference = ${refundId}`;
    app.clock.advance(120_000);
    await reconcilePayments.run(app.services);
    const read = await merchant('GET', `${base}/${refundId}`);
    expect(read.body.transaction.status).toBe('SUCCESS');
    expect(read.body).toMatchObject(await findAtProcessor(refundId));
  });

  test('is absent from payments, and from refunds that fail', async () => {
    const id = await paid(merchant);
    const declined = await sendFollowUp(id, 'refund', { amount: '5.51' });
    const read = await merchant('GET', `${base}/${id}`);
    for (const { body } of [declined, read]) {
      expect(body.transaction).not.toHaveProperty('refundExpectedDate');
      expect(body.processing.authResponse).not.toHaveProperty('arn');
    }
  });

  test.each([
    ['74123456324000123456789', '74123456324000123456789'],
    ['4444333322221111', null],
    ['7412345632400012345678X', null],
    [undefined, null],
  ])('with the reference %s is stored as %s', (arn, stored) => {
    expect(readArn(arn)).toBe(stored);
  });
});

describe('the reason of a refund', () => {
  const portal = (id: string) => `/proxy/sync/ta/transactions/5300001/${id}/refund`;
  const findStored = async (id: string) => {
    const [row] = await app.owner`select refund_reason, refund_note from txn where txn_id = ${id}`;
    return row;
  };

  test('is stored, returned and audited', async () => {
    const response = await sendFollowUp(await paid(merchant), 'refund', { refundReason: 'GOODS_RETURNED' });
    expect([response.status, response.body.transaction.refundReason]).toEqual([201, 'GOODS_RETURNED']);
    const refundId = response.body.transaction.transactionId;
    expect(await findStored(refundId)).toEqual({ refundReason: 'GOODS_RETURNED', refundNote: null });
    expect((await merchant('GET', `${base}/${refundId}`)).body.transaction.refundReason).toBe(
      'GOODS_RETURNED',
    );
    const [event] = await app.owner`select detail from audit_event where object_id = ${refundId}`;
    expect(event?.detail).toMatchObject({ refundReason: 'GOODS_RETURNED' });
    expect(event?.detail).not.toHaveProperty('hasRefundNote');
  });

  test('is optional', async () => {
    const response = await sendFollowUp(await paid(merchant), 'refund');
    expect(response.body.transaction).not.toHaveProperty('refundReason');
  });

  test.each([
    ['an unknown reason', 'refund', { refundReason: 'BORED' }, 'transaction.refundReason', 'not_allowed'],
    ['a note of the merchant API', 'refund', { refundNote: 'x' }, 'transaction.refundNote', 'unknown_field'],
    [
      'a reason of a cancel',
      'cancel',
      { refundReason: 'FRAUD' },
      'transaction.refundReason',
      'unknown_field',
    ],
  ])('%s is refused', async (_name, action, transaction, field, detail) => {
    const id = await paid(merchant, { deferred: action === 'cancel' });
    const response = await sendFollowUp(id, action, transaction);
    expect([response.status, reason(response)]).toEqual([400, 'V100']);
    expect(response.body).toMatchObject({ field, detail });
  });

  test('has a note from the portal, which no response of the merchant API contains', async () => {
    const id = await paid(merchant);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const response = await clerk('POST', portal(id), {
      transaction: { refundReason: 'OTHER', refundNote: ' Card 9900000000000010 was\nreplaced ' },
    });
    const refundId = response.body.transaction.transactionId;
    expect(await findStored(refundId)).toEqual({
      refundReason: 'OTHER',
      refundNote: 'Card 990000******0010 was\nreplaced',
    });
    const read = await merchant('GET', `${base}/${refundId}`);
    expect(JSON.stringify([response.body, read.body])).not.toContain('replaced');
    const [event] = await app.owner`select detail from audit_event where object_id = ${refundId}`;
    expect(event?.detail).toMatchObject({ refundReason: 'OTHER', hasRefundNote: true });
    expect(JSON.stringify(event)).not.toContain('replaced');
  });

  test('has a note of at most 255 characters', async () => {
    const id = await paid(merchant);
    const clerk = await actAs(app, 'coffee@harbour.example');
    const send = (refundNote: string) =>
      clerk('POST', portal(id), { transaction: { amount: '1.00', refundNote } });
    expect((await send('n'.repeat(256))).status).toBe(400);
    expect((await send('n'.repeat(255))).status).toBe(201);
  });
});

const sendRefund = (id: string, transaction: object) =>
  merchant('POST', `${base}/${id}/refund`, { transaction: { currency: 'GBP', ...transaction } });

test.each([
  ['with a merchantRef', { merchantRef: 'R-1', amount: '2.00' }],
  ['without a merchantRef', { amount: '2.00' }],
])('refuses the same refund %s within a minute', async (_name, refund) => {
  const id = await paid(merchant);
  expect(reason(await sendRefund(id, refund))).toBe('S100');
  expect(reason(await sendRefund(id, refund))).toBe('A126');
  app.clock.advance(60_000);
  expect(reason(await sendRefund(id, refund))).toBe('S100');
});

test('takes refunds that differ in reference, amount or original', async () => {
  const [id, otherId] = [await paid(merchant), await paid(merchant)];
  const codes = [];
  for (const [original, refund] of [
    [id, { merchantRef: 'R-2', amount: '2.00' }],
    [id, { merchantRef: 'R-3', amount: '2.00' }],
    [id, { merchantRef: 'R-2', amount: '3.00' }],
    [otherId, { merchantRef: 'R-2', amount: '2.00' }],
  ] as const)
    codes.push(reason(await sendRefund(original, refund)));
  expect(codes).toEqual(['S100', 'S100', 'S100', 'S100']);
});

test('takes the same refund again at once when the first one was declined', async () => {
  const id = await paid(merchant);
  expect(reason(await sendRefund(id, { merchantRef: 'R-4', amount: '1.51' }))).toBe('D100');
  expect(reason(await sendRefund(id, { merchantRef: 'R-4', amount: '1.51' }))).toBe('D100');
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
