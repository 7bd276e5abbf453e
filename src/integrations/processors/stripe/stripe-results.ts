import * as z from 'zod/mini';
import type { AddressCheck, Cv2Check, ProcessorResponse, WalletCard } from '../adapter.ts';
import type { AuthenticationFields } from '../three-d-secure.ts';
import { declineStatus, isUnavailable } from './stripe-codes.ts';
import { joinCredential } from '../stored-credential.ts';
import type { StripeError } from './stripe-client.ts';

const nullable = z.optional(z.nullable(z.string()));

const authenticationDetails = z.optional(
  z.nullable(
    z.object({
      result: nullable,
      version: nullable,
      authentication_flow: nullable,
      electronic_commerce_indicator: nullable,
      transaction_id: nullable,
    }),
  ),
);

const charge = z.object({
  id: z.string(),
  authorization_code: nullable,
  balance_transaction: z.optional(z.nullable(z.union([z.string(), z.object({ available_on: z.number() })]))),
  payment_method_details: z.optional(
    z.object({
      card: z.optional(
        z.object({
          brand: nullable,
          last4: nullable,
          funding: nullable,
          exp_month: z.optional(z.number()),
          exp_year: z.optional(z.number()),
          wallet: z.optional(z.nullable(z.object({ type: z.string() }))),
          network_transaction_id: nullable,
          authorization_code: nullable,
          checks: z.optional(
            z.nullable(
              z.object({
                address_line1_check: nullable,
                address_postal_code_check: nullable,
                cvc_check: nullable,
              }),
            ),
          ),
          three_d_secure: authenticationDetails,
        }),
      ),
    }),
  ),
});

/** Where the card holder is challenged. */
const nextAction = z.optional(
  z.nullable(z.object({ redirect_to_url: z.optional(z.object({ url: z.string() })) })),
);

/** The parts of a payment intent that we read, with its charge. */
export const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  next_action: nextAction,
  customer: nullable,
  payment_method: nullable,
  latest_charge: z.optional(z.nullable(z.union([z.string(), charge]))),
  last_payment_error: z.optional(
    z.nullable(
      z.object({
        code: nullable,
        decline_code: nullable,
        network_decline_code: nullable,
        network_advice_code: nullable,
        message: nullable,
      }),
    ),
  ),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

export const setupIntent = z.object({
  id: z.string(),
  status: z.string(),
  next_action: nextAction,
  customer: nullable,
  payment_method: nullable,
});

export const refund = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  failure_reason: nullable,
  destination_details: z.optional(
    z.nullable(z.object({ card: z.optional(z.object({ reference: nullable })) })),
  ),
});
export type Refund = z.infer<typeof refund>;

export const refundList = z.object({ data: z.array(refund), has_more: z.boolean() });
export const created = z.object({ id: z.string() });
export const balance = z.object({ livemode: z.boolean() });

const unchecked = {
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;

const addressCheck = (check: string | null | undefined): AddressCheck =>
  check === 'pass' ? 'FULL_MATCH' : check === 'fail' ? 'NOT_MATCHED' : 'NOT_CHECKED';
const cvcCheck = (check: string | null | undefined): Cv2Check =>
  check === 'pass' ? 'MATCHED' : check === 'fail' ? 'NOT_MATCHED' : 'NOT_CHECKED';

/** The approval of an intent: a payment that succeeded, or an authorisation that waits for its capture. */
export function approvedIntent(intent: PaymentIntent): ProcessorResponse {
  const latest = typeof intent.latest_charge === 'object' ? intent.latest_charge : undefined;
  const card = latest?.payment_method_details?.card;
  const authCode = card?.authorization_code ?? latest?.authorization_code;
  const availableOn =
    typeof latest?.balance_transaction === 'object' ? latest.balance_transaction?.available_on : undefined;
  return {
    result: 'APPROVED',
    statusCode: '00',
    message: authCode ? `AUTH CODE:${authCode}` : 'Authorised',
    gatewayReference: intent.id,
    addressCheck: addressCheck(card?.checks?.address_line1_check),
    postcodeCheck: addressCheck(card?.checks?.address_postal_code_check),
    cv2Check: cvcCheck(card?.checks?.cvc_check),
    ...(authCode ? { authCode } : {}),
    ...readAuthentication(card?.three_d_secure),
    ...readWalletCard(card),
    ...(card?.network_transaction_id ? { networkTransactionId: card.network_transaction_id } : {}),
    ...(availableOn === undefined
      ? {}
      : { settlementDate: new Date(availableOn * 1000).toISOString().slice(0, 10) }),
    ...(intent.customer && intent.payment_method
      ? { credential: joinCredential(intent.customer, intent.payment_method) }
      : {}),
  };
}

type ChargedCard = NonNullable<z.infer<typeof charge>['payment_method_details']>['card'];

const schemes: Readonly<Record<string, WalletCard['scheme']>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  jcb: 'JCB',
  discover: 'DISCOVER',
  diners: 'DINERS',
};
const usages: Readonly<Record<string, WalletCard['usage']>> = { credit: 'CREDIT', debit: 'DEBIT' };

/** The card behind a wallet. */
function readWalletCard(card: ChargedCard): Pick<ProcessorResponse, 'card'> {
  if (!card?.wallet) return {};
  const { brand, last4, funding, exp_month: month, exp_year: year } = card;
  const scheme = schemes[brand ?? ''];
  const usage = usages[funding ?? ''];
  const lastFour = /^\d{4}$/.exec(last4 ?? '')?.[0];
  return {
    card: {
      ...(scheme ? { scheme } : {}),
      ...(usage ? { usage } : {}),
      ...(lastFour ? { lastFour } : {}),
      ...(month && year
        ? { expiry: `${String(month).padStart(2, '0')}${String(year % 100).padStart(2, '0')}` }
        : {}),
    },
  };
}

const authenticationStatuses: Readonly<Record<string, AuthenticationFields['status']>> = {
  authenticated: 'AUTHENTICATED',
  attempt_acknowledged: 'ATTEMPTED',
  exempted: 'NOT_ATTEMPTED',
  failed: 'FAILED',
  not_supported: 'NOT_ENROLLED',
};

/** The result of Stripe's own 3-D Secure, or of the proof that it was sent. */
function readAuthentication(
  secure: z.infer<typeof authenticationDetails>,
): Pick<ProcessorResponse, 'eci' | 'authentication'> {
  if (!secure?.result) return {};
  const { result, version, authentication_flow: flow, electronic_commerce_indicator: eci } = secure;
  return {
    ...(eci ? { eci } : {}),
    authentication: {
      status: authenticationStatuses[result] ?? 'ERROR',
      version: /^\d\.\d\.\d$/.test(version ?? '') ? (version ?? '') : '2.2.0',
      ...(flow ? { frictionless: flow !== 'challenge' } : {}),
      ...(secure.transaction_id ? { dsTransactionId: secure.transaction_id } : {}),
    },
  };
}

type Decline = Pick<
  StripeError,
  'code' | 'decline_code' | 'network_decline_code' | 'network_advice_code' | 'message'
>;

/** The issuer's code where the network gave one. An issuer that was not reached has declined nothing. */
export function declinedIntent(
  error: { [K in keyof Decline]?: Decline[K] | null },
  gatewayReference: string,
): ProcessorResponse {
  const declineCode = error.decline_code ?? error.code ?? '';
  return {
    ...unchecked,
    result: isUnavailable(declineCode) ? 'UNREACHABLE' : 'DECLINED',
    statusCode: isUnavailable(declineCode)
      ? declineStatus(declineCode)
      : (error.network_decline_code ?? declineStatus(declineCode)),
    message: (error.message ?? declineCode).slice(0, 200),
    gatewayReference,
    ...(error.network_advice_code ? { adviceCode: error.network_advice_code } : {}),
  };
}

/** Stripe refuses the request itself. */
export const refusedRequest = ({ code, message }: StripeError): ProcessorResponse => ({
  ...unchecked,
  result: 'DECLINED',
  statusCode: '30',
  message: `${code ?? ''} ${message ?? ''}`.trim().slice(0, 200),
  gatewayReference: '',
});

export const done = (gatewayReference: string, message = 'Done'): ProcessorResponse => ({
  ...unchecked,
  result: 'APPROVED',
  statusCode: '00',
  message,
  gatewayReference,
});

export const forbidden = (gatewayReference: string): ProcessorResponse => ({
  ...unchecked,
  result: 'FORBIDDEN',
  statusCode: '',
  message: 'Cancelled before it was confirmed',
  gatewayReference,
});

/** 23 digits find a refund at the payer's bank. */
export function readRefund(
  one: Refund,
): { kind: 'response'; response: ProcessorResponse } | { kind: 'pending' } {
  const arn = one.destination_details?.card?.reference;
  if (one.status === 'succeeded')
    return { kind: 'response', response: { ...done(one.id), ...(arn ? { arn } : {}) } };
  if (one.status === 'pending' || one.status === 'requires_action') return { kind: 'pending' };
  return {
    kind: 'response',
    response: {
      ...done(one.id),
      result: 'DECLINED',
      statusCode: '57',
      message: one.failure_reason ?? 'Refused',
    },
  };
}
