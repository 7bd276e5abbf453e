import { requireObject, type StripeAccount } from './account.ts';
import { addBalance } from './charges.ts';
import { requireAmount } from './currency.ts';
import { metadataOf, textOf, type Form } from './form.ts';
import type { Charge, Refund } from './objects.ts';
import { invalidRequest } from './stripe-error.ts';

/** POST /v1/refunds, by intent or by charge. */
export function createRefund(account: StripeAccount, form: Form): Refund {
  const charge = chargeToRefund(account, form);
  const held = charge.amount - charge.amount_captured;
  const left = charge.amount - charge.amount_refunded;
  if (!charge.captured || charge.status === 'failed') {
    throw invalidRequest('The payment has no captured charge to refund.', { code: 'charge_not_refundable' });
  }
  if (charge.disputed)
    throw invalidRequest('The charge is disputed.', { code: 'charge_disputed', charge: charge.id });
  if (left === 0) {
    throw invalidRequest('The charge has already been refunded.', {
      code: 'charge_already_refunded',
      charge: charge.id,
    });
  }
  const text = textOf(form, 'amount');
  const amount = text === undefined ? left : requireAmount(text, charge.currency);
  if (amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const { refund: behaviour } = account.behaviours.get(charge.payment_method) ?? {};
  const refund: Refund = {
    id: account.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.seconds(),
    currency: charge.currency,
    livemode: false,
    metadata: metadataOf(form),
    payment_intent: charge.payment_intent,
    reason: textOf(form, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  refund.balance_transaction = addBalance(account, 'refund', refund.id, refund.currency, -amount).id;
  account.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded - held === charge.amount_captured;
  account.report('refund.created', refund);
  account.report('charge.refunded', charge);
  if (behaviour === 'pending') {
    account.later(() => {
      refund.status = 'succeeded';
      account.report('refund.updated', refund);
    });
  } else if (behaviour === 'fails') account.later(() => failRefund(account, refund.id));
  return refund;
}

/** The bank sends the money of a refund back. */
export function failRefund(account: StripeAccount, id: string): void {
  const refund = requireObject(account.refunds, 'refund', id);
  const charge = requireObject(account.charges, 'charge', refund.charge);
  const { amount, currency } = refund;
  refund.status = 'failed';
  refund.failure_reason = 'lost_or_stolen_card';
  refund.failure_balance_transaction = addBalance(account, 'refund_failure', id, currency, amount).id;
  charge.amount_refunded -= amount;
  charge.refunded = false;
  account.report('refund.updated', refund);
  account.report('refund.failed', refund);
}

function chargeToRefund(account: StripeAccount, form: Form): Charge {
  const intentId = textOf(form, 'payment_intent');
  const chargeId = textOf(form, 'charge');
  if (!intentId && !chargeId) {
    throw invalidRequest('One of the following params should be provided: payment_intent, charge.', {
      code: 'parameter_missing',
    });
  }
  if (chargeId) return requireObject(account.charges, 'charge', chargeId, 'charge');
  const intent = requireObject(account.intents, 'payment_intent', intentId ?? '', 'payment_intent');
  const charge = account.charges.get(intent.latest_charge ?? '');
  if (!charge) throw invalidRequest('The PaymentIntent has no charge to refund.');
  return charge;
}
