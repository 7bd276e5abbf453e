import { expect, test } from 'vitest';
import { call, card, paymentRequest, startSimulator } from './fixtures.ts';

const request = {
  shopperReference: 'S-17',
  recurringProcessingModel: 'Subscription',
  paymentMethod: card(),
};

function withToken(id: string, shopperReference: string) {
  return paymentRequest({
    shopperReference,
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: 'Subscription',
    paymentMethod: { type: 'scheme', storedPaymentMethodId: id },
  });
}

test('stores a card once for a shopper', async () => {
  const simulator = await startSimulator();
  const { status, body } = await call(simulator, '/v72/storedPaymentMethods', request);
  expect([status, body.lastFour, body.shopperReference]).toEqual([201, '1111', 'S-17']);
  expect((await call(simulator, '/v72/storedPaymentMethods', request)).body.id).toBe(body.id);
  const paid = await call(simulator, '/v72/payments', withToken(body.id, 'S-17'));
  expect(paid.body.resultCode).toBe('Authorised');
  expect(simulator.violations()).toEqual([]);
});

test('does not pay with the card of another shopper', async () => {
  const simulator = await startSimulator();
  const { body } = await call(simulator, '/v72/storedPaymentMethods', request);
  const paid = await call(simulator, '/v72/payments', withToken(body.id, 'S-18'));
  expect([paid.status, paid.body.errorCode]).toEqual([422, '803']);
});

test('does not store a refused card', async () => {
  const simulator = await startSimulator();
  const { body } = await call(
    simulator,
    '/v72/payments',
    paymentRequest({
      shopperReference: 'S-17',
      storePaymentMethod: true,
      paymentMethod: card({ holderName: 'DECLINED' }),
    }),
  );
  expect(body.resultCode).toBe('Refused');
  expect(Object.keys(body.additionalData).join()).not.toContain('tokenization');
});

test('lists and forgets a card', async () => {
  const simulator = await startSimulator();
  const { body } = await call(simulator, '/v72/storedPaymentMethods', request);
  const headers = { 'x-api-key': simulator.apiKey };
  const query = `merchantAccount=${simulator.merchantAccount}&shopperReference=S-17`;
  const list = async () => {
    const response = await fetch(`${simulator.url}/v72/storedPaymentMethods?${query}`, { headers });
    return (await response.json()) as { storedPaymentMethods: { id: string }[] };
  };
  expect((await list()).storedPaymentMethods).toMatchObject([{ id: body.id }]);
  const forgotten = await fetch(`${simulator.url}/v72/storedPaymentMethods/${body.id}?${query}`, {
    method: 'DELETE',
    headers,
  });
  expect(forgotten.status).toBe(204);
  expect((await list()).storedPaymentMethods).toEqual([]);
  expect((await call(simulator, '/v72/payments', withToken(body.id, 'S-17'))).status).toBe(422);
  expect(simulator.violations()).toEqual([]);
});

test('asks for a reference of the shopper', async () => {
  const simulator = await startSimulator();
  const { status, body } = await call(simulator, '/v72/storedPaymentMethods', {
    ...request,
    shopperReference: undefined,
  });
  expect([status, body.errorCode]).toEqual([422, '130']);
});
