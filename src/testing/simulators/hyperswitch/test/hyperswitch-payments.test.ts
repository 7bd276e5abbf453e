import { describe, expect, test } from 'vitest';
import { call, eventTypes, idOf, pay, paymentBody, refundId, startSimulator } from './fixtures.ts';

describe('a payment', () => {
  test('is charged at once', async () => {
    const simulator = await startSimulator();
    const { status, body } = await pay(simulator);
    expect([status, body.status, body.amount_received]).toEqual([200, 'succeeded', 1234]);
    expect(eventTypes(simulator)).toEqual(['payment_succeeded']);
    expect(simulator.books()).toMatchObject([{ reference: 'T-1', approvals: 1, captured: 1234 }]);
    expect(simulator.violations()).toEqual([]);
  });

  test('waits for its capture, and is captured once', async () => {
    const simulator = await startSimulator();
    expect((await pay(simulator, { capture_method: 'manual' })).body.status).toBe('requires_capture');
    const capture = () =>
      call(simulator, 'POST', `/payments/${idOf(1)}/capture`, { amount_to_capture: 1000 });
    expect((await capture()).body).toMatchObject({ status: 'partially_captured', amount_received: 1000 });
    expect(await capture()).toMatchObject({ status: 400, body: { code: 'IR_14' } });
    expect(simulator.books()).toMatchObject([{ captured: 1000, cancelled: 234 }]);
  });

  test('is not captured above its amount', async () => {
    const simulator = await startSimulator();
    await pay(simulator, { capture_method: 'manual' });
    const above = { amount_to_capture: 1235 };
    expect((await call(simulator, 'POST', `/payments/${idOf(1)}/capture`, above)).status).toBe(400);
  });

  test('that is cancelled cannot be captured', async () => {
    const simulator = await startSimulator();
    await pay(simulator, { capture_method: 'manual' });
    expect(await call(simulator, 'POST', `/payments/${idOf(1)}/cancel`, {})).toEqual({
      status: 200,
      body: {},
    });
    expect((await call(simulator, 'POST', `/payments/${idOf(1)}/capture`, {})).body.code).toBe('IR_14');
    expect((await call(simulator, 'GET', `/payments/${idOf(1)}`)).body.status).toBe('cancelled');
  });

  test.each([
    ['4000000000000002', '05'],
    ['4000000000009995', '51'],
    ['4000000000009987', '41'],
    ['4000000000009979', '43'],
  ])('with the test card %s is declined with %s', async (number, code) => {
    const simulator = await startSimulator();
    const { status, body } = await pay(simulator, {}, number);
    expect([status, body.status, body.issuer_error_code]).toEqual([200, 'failed', code]);
    expect(simulator.books()).toEqual([]);
    expect(simulator.violations()).toEqual([]);
  });

  test('of 3-D Secure waits for the card holder', async () => {
    const simulator = await startSimulator();
    const { body } = await pay(simulator, { return_url: 'https://shop.example/' }, '4000003800000446');
    expect(body.status).toBe('requires_customer_action');
    const page = body.next_action?.redirect_to_url ?? '';
    expect(await (await fetch(page)).text()).toContain('Confirm');
    const answer = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'yes' }),
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://shop.example/']);
    expect((await call(simulator, 'GET', `/payments/${idOf(1)}`)).body.status).toBe('succeeded');
  });
});

describe('an id', () => {
  test('that is taken is a duplicate, with any amount and state', async () => {
    const simulator = await startSimulator();
    await call(simulator, 'POST', '/payments', {
      payment_id: idOf(1),
      amount: 1,
      currency: 'EUR',
      confirm: false,
    });
    await call(simulator, 'POST', `/payments/${idOf(1)}/cancel`, {});
    expect(await pay(simulator)).toMatchObject({ status: 400, body: { code: 'HE_01' } });
    expect(simulator.books()).toEqual([]);
  });

  test('has 30 characters', async () => {
    const simulator = await startSimulator();
    expect((await pay(simulator, { payment_id: 'pay_1' })).body.code).toBe('IR_05');
  });

  test('that is not there is missing', async () => {
    const simulator = await startSimulator();
    expect(await call(simulator, 'GET', `/payments/${idOf(9)}`)).toMatchObject({
      status: 404,
      body: { code: 'HE_02' },
    });
  });

  test('is locked while its request works', async () => {
    const simulator = await startSimulator();
    const { promise, resolve } = Promise.withResolvers<void>();
    simulator.setFault(({ number }) => (number === 1 ? { kind: 'slow', until: promise } : undefined));
    const paying = pay(simulator);
    await expect.poll(() => simulator.payments().length).toBe(1);
    expect((await call(simulator, 'POST', `/payments/${idOf(1)}/cancel`, {})).status).toBe(422);
    expect((await pay(simulator)).body.code).toBe('HE_01');
    resolve();
    expect((await paying).body.status).toBe('succeeded');
  });
});

describe('a refund', () => {
  const refund = (number: number, amount: number) => ({
    payment_id: idOf(1),
    refund_id: refundId(number),
    amount,
  });

  test('is made once for an id, up to the amount', async () => {
    const simulator = await startSimulator();
    await pay(simulator);
    expect((await call(simulator, 'POST', '/refunds', refund(1, 1000))).body.status).toBe('succeeded');
    expect((await call(simulator, 'POST', '/refunds', refund(1, 100))).body.code).toBe('HE_01');
    expect((await call(simulator, 'POST', '/refunds', refund(2, 300))).body.code).toBe('IR_13');
    expect(simulator.books()).toMatchObject([{ refunded: 1000 }]);
    expect(simulator.violations()).toEqual([]);
  });

  test('can fail after it has succeeded', async () => {
    const simulator = await startSimulator();
    await pay(simulator);
    await call(simulator, 'POST', '/refunds', refund(1, 1000));
    simulator.failRefund(refundId(1));
    expect(eventTypes(simulator)).toEqual(['payment_succeeded', 'refund_succeeded', 'refund_failed']);
    expect(simulator.books()).toMatchObject([{ refunded: 0 }]);
    expect((await call(simulator, 'POST', '/refunds', refund(2, 1234))).body.status).toBe('succeeded');
  });
});

test('a stored card is charged for its customer only, until it is deleted', async () => {
  const simulator = await startSimulator();
  const { body } = await pay(simulator, {
    customer: { id: 'cus_1' },
    setup_future_usage: 'off_session',
    customer_acceptance: { acceptance_type: 'offline' },
  });
  const repeat = (number: number, customer: string) =>
    pay(simulator, {
      payment_id: idOf(number),
      customer_id: customer,
      payment_method_data: undefined,
      off_session: true,
      recurring_details: { type: 'payment_method_id', data: body.payment_method_id },
    });
  expect((await repeat(2, 'cus_1')).body.status).toBe('succeeded');
  expect((await repeat(3, 'cus_2')).status).toBe(404);
  await call(simulator, 'DELETE', `/payment_methods/${body.payment_method_id}`);
  expect((await repeat(4, 'cus_1')).body.code).toBe('HE_02');
  expect(simulator.violations()).toEqual([]);
});

test('keeps no card number', async () => {
  const simulator = await startSimulator();
  await pay(simulator);
  const kept = JSON.stringify([simulator.requests(), simulator.payments(), simulator.events()]);
  expect(kept).toContain('424242******4242');
  expect(kept).not.toContain('4242424242424242');
  expect(kept).not.toContain('"123"');
});

test('refuses a wrong key, and a form of errors can be chosen', async () => {
  const simulator = await startSimulator({ wrapsErrors: true });
  const { status, body } = await call(simulator, 'POST', '/payments', paymentBody(), { 'api-key': 'other' });
  expect([status, body.error.code]).toEqual([401, 'IR_01']);
});

test.each([
  [{ amount: 2 ** 53 }, 'IR_06'],
  [{ amount: -1 }, 'IR_06'],
  [{ amount: undefined }, 'IR_04'],
  [{ currency: 'XXQ' }, 'IR_06'],
  [{ amount: 0 }, 'IR_16'],
])('refuses %j with %s', async (overrides, code) => {
  const simulator = await startSimulator();
  expect(await pay(simulator, overrides)).toMatchObject({ status: 400, body: { code } });
  expect(simulator.payments()).toEqual([]);
});
