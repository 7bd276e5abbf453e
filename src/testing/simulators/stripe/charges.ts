import { requireObject, type StripeAccount } from './account.ts';
import { formOf, textOf, type Form } from './form.ts';
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod } from './objects.ts';
import type { CardBehaviour } from './test-cards.ts';

/** One attempt at the network; money moves with its capture. */
export function addCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: CardBehaviour['decline'],
  threeDSecure: object | null,
): Charge {
  const { card } = method;
  const charge: Charge = {
    id: account.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    captured: false,
    created: account.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline ? 'Your card was declined.' : null,
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline, card.brand),
    paid: decline === undefined,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        ...card,
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : account.random.text('0123456789', 6),
        network: card.brand,
        network_transaction_id: decline ? null : account.random.text('0123456789', 15),
        three_d_secure: threeDSecure,
      },
    },
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: '' },
    status: decline ? 'failed' : 'succeeded',
  };
  account.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  account.report(decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

/** Why an attempt ended as it did, with the network's own codes. */
export function outcomeOf(decline: CardBehaviour['decline'], brand: string): Record<string, unknown> {
  if (!decline) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  const { declineCode, code, network, isBlocked } = decline;
  const isFinal = declineCode === 'lost_card' || declineCode === 'stolen_card' || code === 'expired_card';
  return {
    advice_code: isFinal ? 'do_not_try_again' : 'try_again_later',
    network_advice_code: brand === 'mastercard' ? (isFinal ? '03' : '02') : null,
    network_decline_code: network ?? null,
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : (declineCode ?? code),
    risk_level: isBlocked ? 'highest' : 'normal',
    seller_message: isBlocked ? 'Stripe blocked this payment as too risky.' : 'The bank returned a decline.',
    type: isBlocked ? 'blocked' : 'issuer_declined',
  };
}

/** Books a capture and what the test card announces with it. */
export function captureCharge(
  account: StripeAccount,
  charge: Charge,
  amount: number,
  wasHeld: boolean,
): void {
  charge.captured = true;
  charge.amount_captured = amount;
  // The rest is released, which Stripe shows as a refund of the charge.
  charge.amount_refunded = charge.amount - amount;
  const fee = Math.round((amount * 29) / 1000) + 30;
  charge.balance_transaction = addBalance(account, 'charge', charge.id, charge.currency, amount, fee).id;
  if (wasHeld) account.report('charge.captured', charge);
}

export function addBalance(
  account: StripeAccount,
  type: string,
  source: string,
  currency: string,
  amount: number,
  fee = 0,
): BalanceTransaction {
  const created = account.seconds();
  const transaction: BalanceTransaction = {
    id: account.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: type === 'payout' ? created : created + 2 * 86_400,
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    livemode: false,
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source,
    status: 'pending',
    type,
  };
  account.balance.set(transaction.id, transaction);
  return transaction;
}

/** The proof that the caller brings from a 3DS server; undefined without one. */
export function importedProof(form: Form | undefined): object | undefined {
  const proof = formOf(formOf(formOf(form, 'payment_method_options'), 'card'), 'three_d_secure');
  if (!proof) return undefined;
  const status = textOf(proof, 'ares_trans_status') ?? 'Y';
  return {
    authentication_flow: null,
    electronic_commerce_indicator: textOf(proof, 'electronic_commerce_indicator') ?? null,
    result: status === 'Y' ? 'authenticated' : status === 'A' ? 'attempt_acknowledged' : 'not_supported',
    result_reason: null,
    transaction_id: textOf(proof, 'transaction_id') ?? null,
    version: textOf(proof, 'version') ?? null,
  };
}

export function chargeOf(account: StripeAccount, intent: PaymentIntent): Charge {
  return requireObject(account.charges, 'charge', intent.latest_charge ?? '');
}
