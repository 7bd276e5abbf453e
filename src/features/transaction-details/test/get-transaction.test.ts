import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, paid } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const read = (send: Send, id: string) => send('GET', `/proxy/sync/tqs/transaction/${id}`);

test('returns everything about a payment', async () => {
  const id = await paid(merchant, { amount: '12.5', merchantRef: 'A-1', description: 'Beans' });
  const { status, body } = await read(admin, id);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    transactionId: id,
    transactionRootId: id,
    relatedTransactionId: null,
    installationId: 5300001,
    type: 'PAYMENT',
    transactionStatus: 'SUCCESS',
    requestedAmount: '12.50',
    consumerSpend: '12.50',
    currencyCode: 'GBP',
    merchantReference: 'A-1',
    transactionDescription: 'Beans',
    cardHolderName: 'A Buyer',
    cv2Check: 'MATCHED',
    refundInformation: { permitted: true, availableToProcess: true, amount: '12.50' },
    captureInformation: { permitted: false, availableToProcess: false },
  });
  expect(body.maskedPan).not.toContain('9900000000000010');
  expect(body.life.at(-1)).toMatchObject({ status: 'SUCCESS', reasonCode: 'S100' });
});

test('returns captured, refunded and remaining amounts of a charge', async () => {
  const id = await paid(merchant, { amount: '10.00' });
  expect((await read(admin, id)).body.chargeInformation).toEqual({
    capturedAmount: '10.00',
    refundedAmount: '0.00',
    refundPendingAmount: '0.00',
    refundableAmount: '10.00',
  });
  const refund = await merchant('POST', `${base}/${id}/refund`, {
    transaction: { amount: '4.00', currency: 'GBP' },
  });
  expect((await read(admin, id)).body.chargeInformation).toMatchObject({
    refundedAmount: '4.00',
    refundableAmount: '6.00',
  });
  const refundId = refund.body.transaction.transactionId;
  expect((await read(admin, refundId)).body.chargeInformation).toBeNull();
});

test('names custom fields as the company does', async () => {
  const fieldState = [
    { name: 'loyalty_tier', value: 'gold' },
    { name: 'unknown', value: 'x' },
  ];
  const id = await paid(merchant, {}, { customFields: { fieldState } });
  expect((await read(admin, id)).body.customFields).toEqual([
    { name: 'loyalty_tier', displayName: 'Loyalty tier', value: 'gold' },
    { name: 'unknown', displayName: 'unknown', value: 'x' },
  ]);
});

test('offers capture and cancel of an authorisation, no refund', async () => {
  const id = await paid(merchant, { deferred: true });
  expect((await read(admin, id)).body).toMatchObject({
    type: 'PREAUTH',
    refundInformation: { permitted: false },
    captureInformation: { permitted: true, availableToProcess: true },
    cancelInformation: { permitted: true, availableToProcess: true },
  });
});

test('offers no action to a read-only user', async () => {
  const id = await paid(merchant);
  const { status, body } = await read(await actAs(app, 'support@harbour.example'), id);
  expect(status).toBe(200);
  expect(body.refundInformation).toMatchObject({ permitted: false, availableToProcess: false });
  expect(body.cancelInformation).toMatchObject({ permitted: false, availableToProcess: false });
});

test('reduces the refundable amount after a refund', async () => {
  const id = await paid(merchant);
  const refund = await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '10.01' } });
  expect((await read(admin, id)).body.refundInformation).toEqual({
    permitted: true,
    availableToProcess: true,
    amount: '14.99',
  });
  const refundId = refund.body.transaction.transactionId as string;
  expect((await read(admin, refundId)).body).toMatchObject({
    type: 'REFUND',
    transactionRootId: id,
    relatedTransactionId: id,
    requestedAmount: '-10.01',
  });
});

test("answers alike for other companies' and unknown transactions", async () => {
  const own = await paid(merchant);
  const taken = await merchant('POST', '/acceptor/rest/transactions/5300003/payment', {
    transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM' },
    paymentMethod: { card: { pan: '9900000000000010', expiryDate: '1230', cv2: '123' } },
  });
  expect(taken.status, JSON.stringify(taken.body)).toBe(201);
  const unknown = await read(admin, '99999999999');
  expect(unknown.status).toBe(404);
  const coffee = await actAs(app, 'coffee@harbour.example');
  const meridian = await actAs(app, 'admin@meridian.example');
  for (const response of [
    await read(coffee, taken.body.transaction.transactionId as string),
    await read(meridian, own),
  ]) {
    expect(response.status).toBe(404);
    expect({ ...response.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  }
});

test.each(['0', '007', 'abc', '1.5'])('rejects %s as a transaction id', async (id) => {
  expect((await read(admin, id)).status).toBe(400);
});
