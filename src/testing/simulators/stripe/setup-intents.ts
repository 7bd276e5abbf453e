import { requireObject, type StripeAccount } from './account.ts';
import { formOf, isTrue, metadataOf, textOf, type Form } from './form.ts';
import type { SetupIntent } from './objects.ts';
import { cardError, createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { invalidRequest } from './stripe-error.ts';

/** POST /v1/setup_intents: verifies a card and saves it for a customer. */
export function createSetup(account: StripeAccount, form: Form): SetupIntent {
  const customer = textOf(form, 'customer');
  if (customer) requireObject(account.customers, 'customer', customer, 'customer');
  const id = account.newId('seti');
  const setup: SetupIntent = {
    id,
    object: 'setup_intent',
    cancellation_reason: null,
    client_secret: `${id}_secret_${account.random.text('0123456789abcdefghijklmnopqrstuvwxyz', 20)}`,
    created: account.seconds(),
    customer: customer ?? null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    metadata: metadataOf(form),
    next_action: null,
    payment_method: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: textOf(form, 'usage') ?? 'off_session',
  };
  account.setups.set(id, setup);
  useMethod(account, setup, form);
  if (isTrue(form, 'confirm')) confirmSetup(account, id, form);
  return setup;
}

export function confirmSetup(account: StripeAccount, id: string, form: Form): SetupIntent {
  const setup = requireObject(account.setups, 'setup_intent', id);
  if (!['requires_payment_method', 'requires_confirmation'].includes(setup.status)) throw unexpected(setup);
  useMethod(account, setup, form);
  if (!setup.payment_method)
    throw invalidRequest('A payment method is required.', { code: 'parameter_missing' });
  const behaviour = account.behaviours.get(setup.payment_method) ?? {};
  if (behaviour.authentication && behaviour.authentication !== 'required then declined') {
    setup.status = 'requires_action';
    const url = `${account.baseUrl}/simulator/authenticate?setup=${setup.id}`;
    const returnUrl = textOf(form, 'return_url') ?? null;
    setup.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
    account.report('setup_intent.requires_action', setup);
    return setup;
  }
  const { decline, onlyCharge } = behaviour;
  if (decline && !onlyCharge) {
    const fields = {
      decline_code: decline.declineCode ?? decline.code,
      network_decline_code: decline.network,
    };
    setup.last_setup_error = { type: 'card_error', code: decline.code, ...fields };
    setup.status = 'requires_payment_method';
    account.report('setup_intent.setup_failed', setup);
    throw cardError(decline.code, 'Your card was declined.', undefined, {
      ...fields,
      setup_intent: structuredClone(setup),
    });
  }
  return finishSetup(account, id, true);
}

/** Saves the card, or ends the attempt when the cardholder was not authenticated. */
export function finishSetup(account: StripeAccount, id: string, isAuthenticated: boolean): SetupIntent {
  const setup = requireObject(account.setups, 'setup_intent', id);
  setup.next_action = null;
  if (!isAuthenticated) {
    setup.status = 'requires_payment_method';
    setup.last_setup_error = { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' };
    account.report('setup_intent.setup_failed', setup);
    return setup;
  }
  setup.status = 'succeeded';
  const method = requireObject(account.methods, 'PaymentMethod', setup.payment_method ?? '');
  account.setUp.add(method.id);
  if (setup.customer) method.customer = setup.customer;
  account.report('setup_intent.succeeded', setup);
  return setup;
}

export function cancelSetup(account: StripeAccount, id: string): SetupIntent {
  const setup = requireObject(account.setups, 'setup_intent', id);
  if (setup.status === 'succeeded' || setup.status === 'canceled') throw unexpected(setup);
  setup.status = 'canceled';
  account.report('setup_intent.canceled', setup);
  return setup;
}

function useMethod(account: StripeAccount, setup: SetupIntent, form: Form): void {
  const id = textOf(form, 'payment_method');
  const data = formOf(form, 'payment_method_data');
  const method = id ? findPaymentMethod(account, id) : data && createPaymentMethod(account, data);
  if (!method) return;
  setup.payment_method = method.id;
  setup.status = 'requires_confirmation';
}

function unexpected(setup: SetupIntent) {
  return invalidRequest(`This SetupIntent has a status of ${setup.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: structuredClone(setup),
  });
}
