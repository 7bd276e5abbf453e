import { describe, expect, test } from 'vitest';
import { openDocument, whyNoDocument } from '../../vendor-documents.ts';
import { call, card, pay, paymentRequest, startSimulator } from './fixtures.ts';

const reason = whyNoDocument('adyen/checkout-v72.json');
const checkout = openDocument('adyen/checkout-v72.json');
const webhooks = openDocument('adyen/webhooks-v1.json');

test.runIf(reason)(`the documents are skipped: ${reason}`, () => {
  expect(checkout).toBeUndefined();
});

describe.skipIf(reason)('the documents of Adyen', () => {
  const request = () => ({ ...paymentRequest(), merchantAccount: 'Harbour' });

  test('accept the request of the fixtures', () => {
    expect(checkout?.request('POST', '/payments', request())).toEqual([]);
  });

  test.each([
    ['an unknown field', { currency: 'EUR' }],
    ['a wrong type', { captureDelayHours: '1' }],
    ['an unknown interaction', { shopperInteraction: 'Phone' }],
    ['an amount of text', { amount: { value: '12.34', currency: 'EUR' } }],
    ['an unknown field of the card', { paymentMethod: { ...card(), cvv: '737' } }],
    ['a missing reference', { reference: undefined }],
  ])('refuse a payment with %s', (_title, wrong) => {
    expect(checkout?.request('POST', '/payments', { ...request(), ...wrong })).not.toEqual([]);
  });

  test('refuse an answer with another status', () => {
    const body = { merchantAccount: 'H', paymentPspReference: 'P', pspReference: 'C', status: 'done' };
    expect(checkout?.response('POST', '/payments/{paymentPspReference}/cancels', 201, body)).not.toEqual([]);
  });

  test('refuse an event with an unknown field', () => {
    const item = { amount: { value: 1, currency: 'EUR' }, eventCode: 'CAPTURE', success: true };
    const body = { live: 'false', notificationItems: [{ NotificationRequestItem: item }] };
    expect(webhooks?.event('CAPTURE', body).join()).toContain('success');
  });

  test('find what a caller sends wrong to the simulator', async () => {
    const simulator = await startSimulator();
    await pay(simulator, { orderNumber: '17' });
    expect(simulator.violations().join()).toMatch(/request \/payments.*orderNumber/);
  });

  test('find nothing in a payment with a stored card', async () => {
    const simulator = await startSimulator();
    const first = await call(
      simulator,
      '/v72/payments',
      paymentRequest({
        shopperReference: 'S-17',
        storePaymentMethod: true,
        recurringProcessingModel: 'Subscription',
        shopperInteraction: 'Ecommerce',
        billingAddress: {
          street: 'Quay',
          houseNumberOrName: '1',
          city: 'Harbour',
          postalCode: '12345',
          country: 'DE',
        },
      }),
    );
    const { 'tokenization.storedPaymentMethodId': id } = first.body.additionalData;
    const stored = await call(
      simulator,
      '/v72/payments',
      paymentRequest({
        reference: 'T-2',
        shopperReference: 'S-17',
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'Subscription',
        paymentMethod: { type: 'scheme', storedPaymentMethodId: id },
      }),
    );
    expect(stored.body.resultCode).toBe('Authorised');
    expect(simulator.violations()).toEqual([]);
  });
});
