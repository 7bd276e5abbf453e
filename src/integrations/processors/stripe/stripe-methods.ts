import { readAppleToken, readGoogleToken } from '#shared/payments/wallet-token.ts';
import type { ConnectRequest, GooglePayGateway, ProcessorOperation } from '../adapter.ts';
import { type Form, stripeVersion } from './stripe-client.ts';

/** A payment method of a card number. */
export function buildCard(source: ProcessorOperation['source']): Form {
  if (!source || !('card' in source)) return {};
  const { pan, expiry, cv2 } = source.card;
  return {
    type: 'card',
    card: {
      number: pan,
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: Number(`20${expiry.slice(2)}`),
      cvc: cv2,
    },
  };
}

export const tokenForm = (token: string): Form => ({ type: 'card', card: { token } });

/** Google's token for Stripe is one of Stripe's own; Stripe refuses any other. */
export function buildGoogle(token: string): Form {
  const read = readGoogleToken(token);
  return tokenForm(read && 'id' in read ? read.id : 'tok_unreadable');
}

/** With the key, Google's token is one of Stripe's. It is public: every page that uses Stripe shows it. */
export function googleGateway(
  { mode, settings: { publishableKey: key = '' } }: Pick<ConnectRequest, 'mode' | 'settings'>,
  account: string | undefined,
): GooglePayGateway | undefined {
  if (!(mode === 'LIVE' ? /^pk_live_\w+$/ : /^pk_test_\w+$/).test(key)) return undefined;
  return {
    gateway: 'stripe',
    'stripe:version': stripeVersion,
    'stripe:publishableKey': account ? `${key}/${account}` : key,
  };
}

/** The request for a token of Stripe's, from Apple's. */
export function buildApple(token: string): Form {
  const { paymentData, paymentMethod = {}, transactionIdentifier } = readAppleToken(token) ?? {};
  return {
    pk_token: JSON.stringify(paymentData ?? {}),
    pk_token_instrument_name: paymentMethod.displayName,
    pk_token_payment_network: paymentMethod.network,
    pk_token_transaction_id: transactionIdentifier,
  };
}

/** With who pays, from where. */
export function withBilling({ source, address = {}, payer = {} }: ProcessorOperation, paying: Form): Form {
  const { line1, line2, city, region, postcode, country } = address;
  return {
    ...paying,
    billing_details: {
      name: (source && 'card' in source ? source.card.holderName : undefined) ?? payer.name,
      email: payer.email,
      phone: payer.telephone,
      address: { line1, line2, city, state: region, postal_code: postcode, country },
    },
  };
}
