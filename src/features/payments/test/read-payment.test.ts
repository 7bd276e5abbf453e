import { afterAll, beforeAll, expect, test, describe } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, paid, goodCard, payment } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('readPayment', () => {
  test('reads a transaction with history and follow-ups, and no outcome', async () => {
    const id = await paid(merchant, { merchantRef: 'read-1' });
    await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 5 } });
    const response = await merchant('GET', `${base}/${id}`);
    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('outcome');
    expect(response.body).toMatchObject({
      transaction: { transactionId: id, merchantRef: 'read-1', status: 'SUCCESS', amount: 25 },
      history: [{ transactionStatus: 'SUCCESS', reasonCode: 'S100' }],
      followUpStatus: {
        status: [{ name: 'REFUNDED', followUpTransaction: [{ timeStamp: expect.any(String) }] }],
      },
    });
    const place = `${app.services.config.checkoutUrl}${base}/${id}`;
    expect(response.body.link).toEqual([
      { rel: 'self', href: place },
      { rel: 'transaction', href: place },
      { rel: 'refund', href: `${place}/refund` },
      { rel: 'repeat', href: `${place}/repeat` },
    ]);
  });

  test('returns 404 A400 for an unknown id and for another merchant’s', async () => {
    const id = await paid(merchant);
    const unknown = await merchant('GET', `${base}/99999999999`);
    const foreign = await actAsMerchant(app, 'meridian-api')(
      'GET',
      `/acceptor/rest/transactions/5300006/${id}`,
    );
    for (const response of [unknown, foreign]) {
      expect([response.status, response.body.status, response.body.reasonCode]).toEqual([
        404,
        'FAILED',
        'A400',
      ]);
    }
  });
});

describe('readPaymentByRef', () => {
  const byRef = (ref: string) => merchant('GET', `${base}/byRef?merchantRef=${encodeURIComponent(ref)}`);

  test('finds all tries with the reference, newest first', async () => {
    const declined = await merchant(
      'POST',
      `${base}/payment`,
      payment({ merchantRef: 'ref 1', amount: '9.51' }),
    );
    app.clock.advance(61_000);
    const latest = await paid(merchant, { merchantRef: 'ref 1' });
    const { status, body } = await byRef('ref 1');
    expect(status).toBe(200);
    const found = body.map(
      (one: { transaction: { transactionId: string } }) => one.transaction.transactionId,
    );
    expect(found).toEqual([latest, declined.body.transaction?.transactionId ?? expect.any(String)]);
  });

  test('finds a reference that was masked because it held a card number', async () => {
    const id = await paid(merchant, { merchantRef: goodCard.pan });
    const response = await byRef(goodCard.pan);
    const transaction = { transactionId: id, merchantRef: '990000******0010', masked: ['merchantRef'] };
    expect(response.body).toMatchObject([{ transaction }]);
  });

  test('returns 404 A400 for an unknown reference and 400 without one', async () => {
    const unknown = await byRef('nothing');
    expect([unknown.status, unknown.body.reasonCode]).toEqual([404, 'A400']);
    const missing = await merchant('GET', `${base}/byRef`);
    expect([missing.status, missing.body.reasonCode]).toEqual([400, 'V100']);
  });
});
