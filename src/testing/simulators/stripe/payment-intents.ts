import { requireObject, type StripeAccount } from './account.ts';
import { addCharge, captureCharge, chargeOf, importedProof, outcomeOf } from './charges.ts';
import { requireAmount } from './currency.ts';
import { openDispute } from './disputes.ts';
import { formOf, isTrue, metadataOf, textOf, textsOf, type Form } from './form.ts';
import type { PaymentIntent, PaymentMethod } from './objects.ts';
import { cardError, createPaymentMethod, findPaymentMethod } from './payment-methods.ts';
import { invalidRequest, type StripeError } from './stripe-error.ts';

/** POST /v1/payment_intents: moves no money unless it is confirmed at once. */
export function createIntent(account: StripeAccount, form: Form): PaymentIntent {
  const currency = textOf(form, 'currency')?.toLowerCase();
  const amount = requireAmount(textOf(form, 'amount'), currency);
  const customer = textOf(form, 'customer');
  if (customer) requireObject(account.customers, 'customer', customer, 'customer');
  const id = account.newId('pi');
  const types = textsOf(form, 'payment_method_types');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: textOf(form, 'capture_method') ?? 'automatic',
    client_secret: `${id}_secret_${account.random.text('0123456789abcdefghijklmnopqrstuvwxyz', 20)}`,
    confirmation_method: 'automatic',
    created: account.seconds(),
    currency: currency ?? '',
    customer: customer ?? null,
    description: textOf(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadataOf(form),
    next_action: null,
    payment_method: null,
    payment_method_options: {},
    payment_method_types: types.length > 0 ? types : ['card'],
    setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
    status: 'requires_payment_method',
  };
  const method = methodOf(account, form);
  if (method) useMethod(account, intent, method);
  account.intents.set(id, intent);
  account.report('payment_intent.created', intent);
  if (isTrue(form, 'confirm')) confirmIntent(account, id, form);
  return intent;
}

/** POST /v1/payment_intents/{id} */
export function updateIntent(account: StripeAccount, id: string, form: Form): PaymentIntent {
  const intent = requireObject(account.intents, 'payment_intent', id);
  requireStatus(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action']);
  const amount = textOf(form, 'amount');
  if (amount !== undefined) intent.amount = requireAmount(amount, intent.currency);
  const method = methodOf(account, form);
  if (method) useMethod(account, intent, method);
  Object.assign(intent.metadata, metadataOf(form));
  return intent;
}

/** POST …/confirm: charges the card, or asks for authentication. Throws the decline. */
export function confirmIntent(account: StripeAccount, id: string, form: Form): PaymentIntent {
  const intent = requireObject(account.intents, 'payment_intent', id);
  requireStatus(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action']);
  const given = methodOf(account, form);
  if (given) useMethod(account, intent, given);
  if (!intent.payment_method) {
    throw invalidRequest('A payment method is required to confirm.', {
      code: 'parameter_missing',
      param: 'payment_method',
    });
  }
  const method = requireObject(account.methods, 'PaymentMethod', intent.payment_method);
  intent.setup_future_usage = textOf(form, 'setup_future_usage') ?? intent.setup_future_usage;
  const proof = importedProof(form);
  if (!needsAuthentication(account, method, form)) return charge(account, intent, method, proof ?? null);
  const isOffSession = isTrue(form, 'off_session');
  if (isOffSession || isTrue(form, 'error_on_requires_action')) {
    const decline = {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      network: '1A',
    };
    throw declineIntent(account, intent, method, decline);
  }
  return requireAction(account, intent, textOf(form, 'return_url'));
}

/** What the cardholder did on the page of the issuer. */
export function finishAuthentication(
  account: StripeAccount,
  id: string,
  isAuthenticated: boolean,
): PaymentIntent {
  const intent = requireObject(account.intents, 'payment_intent', id);
  requireStatus(intent, ['requires_action']);
  const method = requireObject(account.methods, 'PaymentMethod', intent.payment_method ?? '');
  intent.next_action = null;
  if (!isAuthenticated) {
    rejectAttempt(account, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The cardholder could not be authenticated.',
    });
    return intent;
  }
  if (intent.setup_future_usage) account.setUp.add(method.id);
  const proof = {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    result: 'authenticated',
    result_reason: null,
    transaction_id: account.newId('tds'),
    version: '2.2.0',
  };
  try {
    return charge(account, intent, method, proof);
  } catch {
    // The decline is in the intent; there is no request to answer.
    return intent;
  }
}

export function captureIntent(account: StripeAccount, id: string, form: Form): PaymentIntent {
  const intent = requireObject(account.intents, 'payment_intent', id);
  requireStatus(intent, ['requires_capture']);
  const text = textOf(form, 'amount_to_capture');
  const amount = text === undefined ? intent.amount_capturable : requireAmount(text, intent.currency);
  if (amount > intent.amount_capturable) {
    throw invalidRequest('The amount is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  }
  succeed(account, intent, amount, true);
  return intent;
}

export function cancelIntent(account: StripeAccount, id: string, form: Form): PaymentIntent {
  const intent = requireObject(account.intents, 'payment_intent', id);
  requireStatus(intent, [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ]);
  if (intent.status === 'requires_capture') {
    const held = chargeOf(account, intent);
    held.amount_refunded = held.amount;
    held.refunded = true;
  }
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.next_action = null;
  intent.canceled_at = account.seconds();
  intent.cancellation_reason = textOf(form, 'cancellation_reason') ?? null;
  account.report('payment_intent.canceled', intent);
  return intent;
}

function methodOf(account: StripeAccount, form: Form): PaymentMethod | undefined {
  const id = textOf(form, 'payment_method');
  if (id) return findPaymentMethod(account, id);
  const data = formOf(form, 'payment_method_data');
  return data && createPaymentMethod(account, data);
}

function useMethod(account: StripeAccount, intent: PaymentIntent, method: PaymentMethod): void {
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalidRequest('The payment method belongs to a customer; send that customer too.', {
      param: 'payment_method',
    });
  }
  if (account.used.has(method.id)) {
    throw invalidRequest('The payment method was used before without a customer and cannot be used again.', {
      param: 'payment_method',
    });
  }
  intent.payment_method = method.id;
  intent.status = 'requires_confirmation';
}

function needsAuthentication(account: StripeAccount, method: PaymentMethod, form: Form): boolean {
  const { authentication } = account.behaviours.get(method.id) ?? {};
  if (!authentication || importedProof(form)) return false;
  if (isTrue(formOf(formOf(form, 'payment_method_options'), 'card'), 'moto')) return false;
  return !(authentication === 'unless set up' && account.setUp.has(method.id) && isTrue(form, 'off_session'));
}

function requireAction(
  account: StripeAccount,
  intent: PaymentIntent,
  returnUrl: string | undefined,
): PaymentIntent {
  const url = `${account.baseUrl}/simulator/authenticate?intent=${intent.id}`;
  intent.status = 'requires_action';
  intent.next_action = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
  account.report('payment_intent.requires_action', intent);
  return intent;
}

function charge(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  proof: object | null,
): PaymentIntent {
  const behaviour = account.behaviours.get(method.id) ?? {};
  if (method.customer === null) account.used.add(method.id);
  if (behaviour.decline) throw declineIntent(account, intent, method, behaviour.decline, proof);
  addCharge(account, intent, method, undefined, proof);
  intent.next_action = null;
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
    account.report('payment_intent.amount_capturable_updated', intent);
  } else succeed(account, intent, intent.amount, false);
  attachForLater(account, intent, method);
  return intent;
}

/** A card that is saved with its payment belongs to the customer from then on. */
function attachForLater(account: StripeAccount, intent: PaymentIntent, method: PaymentMethod): void {
  if (!intent.setup_future_usage || !intent.customer) return;
  method.customer = intent.customer;
  account.used.delete(method.id);
}

function declineIntent(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: { code: string; declineCode?: string; network?: string; isBlocked?: boolean },
  proof: object | null = null,
): StripeError {
  if (method.customer === null) account.used.add(method.id);
  const failed = addCharge(account, intent, method, decline, proof);
  const { network_decline_code, network_advice_code, advice_code } = outcomeOf(decline, method.card.brand);
  const error = {
    type: 'card_error',
    charge: failed.id,
    code: decline.code,
    decline_code: decline.declineCode ?? decline.code,
    advice_code,
    network_decline_code,
    network_advice_code,
    message: 'Your card was declined.',
    payment_method: structuredClone(method),
  };
  rejectAttempt(account, intent, error);
  const { type: _type, message, code, ...fields } = error;
  return cardError(code, message, undefined, { ...fields, payment_intent: structuredClone(intent) });
}

/** The intent can be confirmed again with another method. */
function rejectAttempt(account: StripeAccount, intent: PaymentIntent, error: object): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  account.report('payment_intent.payment_failed', intent);
}

function succeed(account: StripeAccount, intent: PaymentIntent, amount: number, wasHeld: boolean): void {
  const paid = chargeOf(account, intent);
  captureCharge(account, paid, amount, wasHeld);
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  account.report('payment_intent.succeeded', intent);
  const { dispute, fraudWarning } = account.behaviours.get(paid.payment_method) ?? {};
  if (dispute) openDispute(account, { intent: intent.id, ...dispute });
  if (fraudWarning) warnOfFraud(account, paid.id, intent.id);
}

export function warnOfFraud(account: StripeAccount, charge: string, intent: string): void {
  account.report('radar.early_fraud_warning.created', {
    id: account.newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge,
    created: account.seconds(),
    fraud_type: 'made_with_lost_card',
    livemode: false,
    payment_intent: intent,
  });
}

function requireStatus(intent: PaymentIntent, allowed: readonly string[]): void {
  if (allowed.includes(intent.status)) return;
  throw invalidRequest(`This PaymentIntent has a status of ${intent.status} and cannot be changed so.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  });
}
