import { createHash } from 'node:crypto';
import { requireObject, type StripeAccount } from './account.ts';
import { formOf, metadataOf, textOf, type Form } from './form.ts';
import type { Customer, PaymentMethod, Token } from './objects.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import { behaviourOf, numberOfToken, type CardBehaviour } from './test-cards.ts';

const brands: readonly [brand: string, prefix: RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|65|64[4-9])/],
  ['jcb', /^35/],
  ['diners', /^3(0[0-5]|[689])/],
  ['unionpay', /^62/],
];

/** POST /v1/payment_methods, and `payment_method_data` of an intent. */
export function createPaymentMethod(account: StripeAccount, form: Form): PaymentMethod {
  const type = textOf(form, 'type');
  if (type !== 'card') throw invalidRequest('Missing or unsupported type', { param: 'type' });
  const card = formOf(form, 'card') ?? {};
  const token = textOf(card, 'token');
  if (token !== undefined) return methodOfToken(account, token, form);
  const number = textOf(card, 'number') ?? '';
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  const month = Number(textOf(card, 'exp_month'));
  const year = Number(textOf(card, 'exp_year'));
  if (!(month >= 1 && month <= 12)) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const now = account.now();
  if (!(year >= now.getUTCFullYear()) || new Date(Date.UTC(year, month, 1)) <= now) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const cvc = textOf(card, 'cvc');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return addMethod(account, number, { month, year, hasCvc: cvc !== undefined }, form);
}

const walletNumbers: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  declined: '4000000000000002',
  challenged: '4000002760003184',
};

/** POST /v1/tokens with Apple's token (`pk_token`), as Stripe's own libraries send it. */
export function createToken(account: StripeAccount, form: Form): Token {
  const message = readAppleMessage(textOf(form, 'pk_token') ?? '');
  const number = walletNumbers[/^simulated:([a-z]+)$/.exec(message)?.[1] ?? ''];
  if (!number || !textOf(form, 'pk_token_transaction_id'))
    throw invalidRequest('The Apple Pay token could not be decrypted.', { param: 'pk_token' });
  const token: Token = {
    id: account.newId('tok'),
    object: 'token',
    created: account.seconds(),
    livemode: false,
    type: 'card',
    used: false,
  };
  account.tokens.set(token.id, token);
  account.tokenNumbers.set(token.id, number);
  return token;
}

function readAppleMessage(text: string): string {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    return typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8') : '';
  } catch {
    return '';
  }
}

/** A token works once: Apple's from above, or one of Stripe's test tokens, as Google Pay would bring it. */
function methodOfToken(account: StripeAccount, id: string, form: Form): PaymentMethod {
  const apple = account.tokens.get(id);
  const number = account.tokenNumbers.get(id) ?? walletNumbers[/^tok_([a-z]+)$/.exec(id)?.[1] ?? ''];
  if (!number) throw invalidRequest(`No such token: '${id}'`, { code: 'resource_missing', param: 'token' });
  if (apple?.used) throw invalidRequest('You cannot use a Stripe token more than once', { param: 'token' });
  if (apple) apple.used = true;
  const method = addMethod(account, number, { month: 8, year: 2030, hasCvc: false }, form);
  const type = apple ? 'apple_pay' : 'google_pay';
  method.card.wallet = { type, dynamic_last4: '4242', [type]: {} };
  return method;
}

/** An existing method, or one of Stripe's test tokens, which is another method each time. */
export function findPaymentMethod(account: StripeAccount, id: string): PaymentMethod {
  const number = numberOfToken(id);
  if (number) return addMethod(account, number, { month: 8, year: 2030, hasCvc: true }, {});
  return requireObject(account.methods, 'PaymentMethod', id, 'payment_method');
}

function addMethod(
  account: StripeAccount,
  number: string,
  { month, year, hasCvc }: { month: number; year: number; hasCvc: boolean },
  form: Form,
): PaymentMethod {
  const behaviour = behaviourOf(number);
  const billing = formOf(form, 'billing_details') ?? {};
  const address = formOf(billing, 'address') ?? {};
  const brand = brands.find(([, prefix]) => prefix.test(number))?.[0] ?? 'unknown';
  const method: PaymentMethod = {
    id: account.newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: Object.fromEntries(
        ['city', 'country', 'line1', 'line2', 'postal_code', 'state'].map((name) => [
          name,
          textOf(address, name) ?? null,
        ]),
      ),
      email: textOf(billing, 'email') ?? null,
      name: textOf(billing, 'name') ?? null,
      phone: textOf(billing, 'phone') ?? null,
    },
    card: {
      brand,
      checks: checksOf(behaviour, hasCvc, address),
      country: 'US',
      exp_month: month,
      exp_year: year,
      fingerprint: createHash('sha256')
        .update(`${account.webhookSecret}${number}`)
        .digest('hex')
        .slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: brand !== 'amex' },
      wallet: null,
    },
    created: account.seconds(),
    customer: null,
    livemode: false,
    metadata: metadataOf(form),
    type: 'card',
  };
  account.methods.set(method.id, method);
  account.behaviours.set(method.id, behaviour);
  return method;
}

/** As the issuer answers them at the first charge. */
function checksOf(behaviour: CardBehaviour, hasCvc: boolean, address: Form): object {
  return {
    address_line1_check: textOf(address, 'line1') ? (behaviour.lineCheck ?? 'pass') : null,
    address_postal_code_check: textOf(address, 'postal_code') ? (behaviour.postalCheck ?? 'pass') : null,
    cvc_check: hasCvc ? (behaviour.cvcCheck ?? 'pass') : null,
  };
}

/** POST /v1/payment_methods/{id}/attach: the issuer verifies the card. */
export function attachPaymentMethod(account: StripeAccount, id: string, form: Form): PaymentMethod {
  const method = findPaymentMethod(account, id);
  const customer = requireObject(account.customers, 'customer', textOf(form, 'customer') ?? '', 'customer');
  if (method.customer && method.customer !== customer.id) {
    throw invalidRequest('The payment method is already attached to another customer.');
  }
  if (account.used.has(method.id)) {
    throw invalidRequest('The payment method was used before without a customer and cannot be used again.');
  }
  const { decline, onlyCharge, authentication } = account.behaviours.get(method.id) ?? {};
  if (decline && !onlyCharge && !authentication) {
    throw cardError(decline.code, 'Your card was declined.', undefined, {
      decline_code: decline.declineCode ?? decline.code,
    });
  }
  method.customer = customer.id;
  account.report('payment_method.attached', method);
  return method;
}

export function detachPaymentMethod(account: StripeAccount, id: string): PaymentMethod {
  const method = requireObject(account.methods, 'PaymentMethod', id);
  if (!method.customer) throw invalidRequest('The payment method is not attached to a customer.');
  method.customer = null;
  // It cannot be attached or charged again.
  account.used.add(method.id);
  account.report('payment_method.detached', method);
  return method;
}

export function createCustomer(account: StripeAccount, form: Form): Customer {
  const customer: Customer = {
    id: account.newId('cus'),
    object: 'customer',
    created: account.seconds(),
    email: textOf(form, 'email') ?? null,
    livemode: false,
    metadata: metadataOf(form),
    name: textOf(form, 'name') ?? null,
  };
  account.customers.set(customer.id, customer);
  account.report('customer.created', customer);
  return customer;
}

export function cardError(code: string, message: string, param?: string, fields: object = {}): StripeError {
  return new StripeError(402, 'card_error', message, { code, param, ...fields });
}

function isLuhnValid(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
