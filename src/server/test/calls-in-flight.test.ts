import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallsInFlight, inFlightLimits } from '../http/calls-in-flight.ts';
import { base, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const enterMany = (calls: CallsInFlight, count: number, transactionId?: string): object[] =>
  Array.from({ length: count }, () => {
    const request = {};
    calls.enter(request, 'k', transactionId);
    return request;
  });

test('a key has a limit of calls in flight, apart from other keys', () => {
  const calls = new CallsInFlight();
  const [first = {}] = enterMany(calls, inFlightLimits.key);
  expect(() => calls.enter({}, 'k', undefined)).toThrow(
    expect.objectContaining({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': '1', ratelimit: '"calls";r=0' }),
    }),
  );
  calls.enter({}, 'other', undefined);
  calls.leave(first);
  calls.leave(first);
  expect(calls.enter({}, 'k', undefined).remaining).toBe(0);
  expect(() => calls.enter({}, 'k', undefined)).toThrow();
});

test('a payment has a limit of changes in flight, apart from other payments', () => {
  const calls = new CallsInFlight();
  const [first = {}] = enterMany(calls, inFlightLimits.payment, '1');
  expect(() => calls.enter({}, 'k', '1')).toThrow(expect.objectContaining({ status: 429 }));
  calls.enter({}, 'k', '2');
  calls.leave(first);
  calls.enter({}, 'k', '1');
});

test('a burst of refunds of one payment is refused in part, and leaves no count behind', async () => {
  const merchant = actAsMerchant(app);
  const id = await paid(merchant);
  const refund = () => merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '0.01' } });
  const statuses = (await Promise.all(Array.from({ length: 60 }, refund))).map(({ status }) => status);
  expect(statuses).toContain(429);
  const response = await merchant('GET', `${base}/${id}`);
  expect(response.headers).toMatchObject({
    'ratelimit-policy': '"calls";q=100;qu="concurrent-requests"',
    ratelimit: '"calls";r=99',
  });
});
