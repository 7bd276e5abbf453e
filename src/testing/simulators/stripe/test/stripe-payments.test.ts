import { describe, expect, test } from 'vitest';
import { whyNoDocument } from '../../vendor-documents.ts';
import { book, call, cardForm, eventTypes, intentForm, pay, prepare, startSimulator } from './fixtures.ts';

describe('payment intents', () => {
  test('move no money before they are confirmed', async () => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, 'payment_intents', intentForm());
    expect([status, body.status]).toEqual([200, 'requires_confirmation']);
    expect(simulator.books()).toEqual([]);
    expect(simulator.violations()).toEqual([]);
  });

  test('hold money until the capture', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator);
    const confirmed = await call(simulator, `payment_intents/${id}/confirm`, {});
    expect(confirmed.body).toMatchObject({ status: 'requires_capture', amount_capturable: 1234 });
    expect(book(simulator)).toMatchObject({ authorised: 1234, captured: 0 });
    const captured = await call(simulator, `payment_intents/${id}/capture`, { amount_to_capture: '1000' });
    expect(captured.body).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    expect(book(simulator)).toMatchObject({ captured: 1000, cancelled: 234 });
    expect(eventTypes(simulator)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ]);
    expect(simulator.violations()).toEqual([]);
  });

  test('release a hold by cancelling', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator);
    await call(simulator, `payment_intents/${id}/confirm`, {});
    expect((await call(simulator, `payment_intents/${id}/cancel`, {})).body.status).toBe('canceled');
    expect(book(simulator)).toMatchObject({ authorised: 1234, captured: 0, cancelled: 1234 });
    expect(simulator.violations()).toEqual([]);
  });

  test('cannot be confirmed after they are cancelled', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator);
    simulator.setFault(({ path }) => (path.endsWith('/confirm') ? { kind: 'late-arrival' } : undefined));
    await expect(call(simulator, `payment_intents/${id}/confirm`, {})).rejects.toThrow();
    expect((await call(simulator, `payment_intents/${id}/cancel`, {})).body.status).toBe('canceled');
    expect(await simulator.arriveLate()).toBe(1);
    expect(simulator.books()).toEqual([]);
    expect((await call(simulator, `payment_intents/${id}`)).body.status).toBe('canceled');
  });

  test('cannot be cancelled after they succeeded', async () => {
    const simulator = await startSimulator();
    const id = await pay(simulator);
    const { status, body } = await call(simulator, `payment_intents/${id}/cancel`, {});
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    expect(simulator.violations()).toEqual([]);
  });

  test('show the charge and its balance on request', async () => {
    const simulator = await startSimulator();
    const id = await pay(simulator);
    const { body } = await call(
      simulator,
      `payment_intents/${id}?expand[]=latest_charge.balance_transaction`,
    );
    expect(body.latest_charge.balance_transaction).toMatchObject({ fee: 66, net: 1168 });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', '05'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', '51'],
    ['4000000000009979', 'card_declined', 'stolen_card', '43'],
    ['4000000000000069', 'expired_card', 'expired_card', '54'],
    ['4000000000000119', 'processing_error', 'processing_error', null],
    ['4100000000000019', 'card_declined', 'fraudulent', null],
  ])('decline the card %s', async (number, code, decline_code, network_decline_code) => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    const { status, body } = await call(simulator, `payment_intents/${id}/confirm`, {});
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, decline_code, network_decline_code });
    const { body: intent } = await call(simulator, `payment_intents/${id}`);
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
    expect(book(simulator)).toMatchObject({ authorised: 0, approvals: 0 });
    expect(simulator.violations()).toEqual([]);
  });

  test('name what Radar blocked', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, '4100000000000019');
    await call(simulator, `payment_intents/${id}/confirm`, {});
    const { body } = await call(simulator, `payment_intents/${id}?expand[]=latest_charge`);
    expect(body.latest_charge.outcome).toMatchObject({
      type: 'blocked',
      network_status: 'not_sent_to_network',
    });
  });

  test('approve with failed checks', async () => {
    const simulator = await startSimulator();
    const address = {
      'billing_details[address][line1]': 'Quay 1',
      'billing_details[address][postal_code]': '12345',
    };
    const id = await prepare(simulator, '4000000000000028', {}, address);
    const { body } = await call(simulator, `payment_intents/${id}/confirm`, { 'expand[0]': 'latest_charge' });
    expect(body.latest_charge.payment_method_details.card.checks).toEqual({
      address_line1_check: 'fail',
      address_postal_code_check: 'pass',
      cvc_check: 'pass',
    });
  });

  test.each([
    ['no amount', { amount: '' }, 'parameter_missing'],
    ['an amount of zero', { amount: '0' }, 'parameter_invalid_integer'],
    ['a fraction', { amount: '12.34' }, 'parameter_invalid_integer'],
    ['an amount beyond exact integers', { amount: '9007199254740993' }, 'parameter_invalid_integer'],
    ['an unknown currency', { currency: 'xyz' }, undefined],
    ['dinars that do not end in 0', { currency: 'kwd', amount: '1234' }, undefined],
    ['krónur that do not end in 00', { currency: 'isk', amount: '1234' }, undefined],
  ])('are refused with %s', async (_title, wrong, code) => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, 'payment_intents', intentForm(wrong));
    expect([status, body.error.code]).toEqual([400, code]);
    expect(simulator.violations()).toEqual([]);
  });

  test('are refused with a wrong check digit', async () => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, 'payment_methods', cardForm('4242424242424241'));
    expect([status, body.error.code]).toEqual([402, 'incorrect_number']);
  });

  test('take a raw card that the document does not have', async () => {
    const simulator = await startSimulator();
    const card = Object.entries(cardForm('4242424242424242')).map(([name, value]): [string, string] => [
      `payment_method_data[${name.replace('[', '][').replace(/]$/, '')}]`,
      value,
    ]);
    const form = { ...intentForm(), ...Object.fromEntries(card) };
    const { payment_method: _method, ...withoutMethod } = form;
    const { status } = await call(simulator, 'payment_intents', withoutMethod);
    expect(status).toBe(200);
    if (whyNoDocument('stripe/spec3-2020-08-27.json') === undefined) {
      expect(simulator.violations().join()).toContain('payment_method_data/type');
    }
  });

  test('are refused without the key', async () => {
    const simulator = await startSimulator();
    const { status } = await call(simulator, 'payment_intents', intentForm(), { authorization: 'Bearer no' });
    expect(status).toBe(401);
  });
});

describe('authentication', () => {
  const number = '4000002760003184';

  test('redirects to the issuer and returns', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    const { body } = await call(simulator, `payment_intents/${id}/confirm`, {
      return_url: 'https://shop.example/back',
    });
    expect(body.status).toBe('requires_action');
    expect(await (await fetch(body.next_action.redirect_to_url.url)).text()).toContain('Complete');
    const response = await fetch(`${simulator.url}/simulator/authenticate/answer`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ intent: id, result: 'yes' }),
    });
    expect(response.headers.get('location')).toBe(
      `https://shop.example/back?payment_intent=${id}&redirect_status=succeeded`,
    );
    expect(book(simulator)).toMatchObject({ authorised: 1234 });
    expect(simulator.violations()).toEqual([]);
  });

  test('that fails charges nothing', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    await call(simulator, `payment_intents/${id}/confirm`, {});
    simulator.authenticate(id, false);
    const { body } = await call(simulator, `payment_intents/${id}`);
    expect(body.last_payment_error.code).toBe('payment_intent_authentication_failure');
    expect(simulator.books()).toEqual([]);
  });

  test('can be followed by a decline', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, '4000008400001629');
    await call(simulator, `payment_intents/${id}/confirm`, {});
    simulator.authenticate(id, true);
    expect((await call(simulator, `payment_intents/${id}`)).body.last_payment_error.code).toBe(
      'card_declined',
    );
  });

  test.each([
    ['error_on_requires_action', { error_on_requires_action: 'true' }],
    ['off_session', { off_session: 'true' }],
  ])('is an error with %s', async (_title, form) => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    const { status, body } = await call(
      simulator,
      `payment_intents/${id}/confirm`,
      form as Record<string, string>,
    );
    expect([status, body.error.code]).toEqual([402, 'authentication_required']);
  });

  test('is not needed with the proof of another server', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    const option = 'payment_method_options[card][three_d_secure]';
    const { body } = await call(simulator, `payment_intents/${id}/confirm`, {
      [`${option}[cryptogram]`]: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      [`${option}[transaction_id]`]: 'f3a6e4c8-2b1d-4f5e-8c7a-9d0b1e2f3a4b',
      [`${option}[version]`]: '2.2.0',
      [`${option}[electronic_commerce_indicator]`]: '05',
      error_on_requires_action: 'true',
      'expand[]': 'latest_charge',
    });
    expect(body.status).toBe('requires_capture');
    expect(body.latest_charge.payment_method_details.card.three_d_secure).toMatchObject({
      electronic_commerce_indicator: '05',
      result: 'authenticated',
    });
  });

  test('is not needed for an order by telephone', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, number);
    const form = { 'payment_method_options[card][moto]': 'true' };
    expect((await call(simulator, `payment_intents/${id}/confirm`, form)).body.status).toBe(
      'requires_capture',
    );
  });
});

describe('saved cards', () => {
  test('are charged for their customer only', async () => {
    const simulator = await startSimulator();
    const customer = (await call(simulator, 'customers', { email: 'ada@example.com' })).body.id;
    const method = (await call(simulator, 'payment_methods', cardForm('4242424242424242'))).body.id;
    await call(simulator, `payment_methods/${method}/attach`, { customer });
    const form = {
      amount: '500',
      currency: 'eur',
      payment_method: method,
      confirm: 'true',
      'metadata[reference]': 'T-2',
    };
    expect((await call(simulator, 'payment_intents', form)).status).toBe(400);
    const paid = await call(simulator, 'payment_intents', { ...form, customer, off_session: 'true' });
    expect(paid.body.status).toBe('succeeded');
    await call(simulator, `payment_methods/${method}/detach`, {});
    expect((await call(simulator, 'payment_intents', { ...form, customer })).status).toBe(400);
    expect(simulator.violations()).toEqual([]);
  });

  test('that are not attached work once', async () => {
    const simulator = await startSimulator();
    const method = (await call(simulator, 'payment_methods', cardForm('4242424242424242'))).body.id;
    const form = { amount: '500', currency: 'eur', payment_method: method, confirm: 'true' };
    expect((await call(simulator, 'payment_intents', form)).body.status).toBe('succeeded');
    expect((await call(simulator, 'payment_intents', form)).status).toBe(400);
  });

  test('are verified when they are attached', async () => {
    const simulator = await startSimulator();
    const customer = (await call(simulator, 'customers', {})).body.id;
    const attach = async (number: string) => {
      const method = (await call(simulator, 'payment_methods', cardForm(number))).body.id;
      return call(simulator, `payment_methods/${method}/attach`, { customer });
    };
    expect((await attach('4000000000000002')).status).toBe(402);
    expect((await attach('4000000000000341')).status).toBe(200);
  });

  test('are verified by a setup intent', async () => {
    const simulator = await startSimulator();
    const customer = (await call(simulator, 'customers', {})).body.id;
    const setup = await call(simulator, 'setup_intents', {
      customer,
      payment_method: 'pm_card_visa',
      confirm: 'true',
    });
    expect(setup.body.status).toBe('succeeded');
    const method = await call(simulator, `payment_methods/${setup.body.payment_method}`);
    expect(method.body.customer).toBe(customer);
    const declined = { customer, payment_method: 'pm_card_visa_chargeDeclined', confirm: 'true' };
    expect((await call(simulator, 'setup_intents', declined)).status).toBe(402);
    expect(simulator.violations()).toEqual([]);
  });

  test('leave with their customer', async () => {
    const simulator = await startSimulator();
    const customer = (await call(simulator, 'customers', {})).body.id;
    const { body } = await call(simulator, 'payment_methods', cardForm('4242424242424242'));
    await call(simulator, `payment_methods/${body.id}/attach`, { customer });
    const response = await fetch(`${simulator.url}/v1/customers/${customer}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${simulator.apiKey}` },
    });
    expect(await response.json()).toMatchObject({ deleted: true });
    expect((await call(simulator, `customers/${customer}`)).status).toBe(404);
    expect(simulator.violations()).toEqual([]);
  });
});
