import * as z from 'zod/mini';
import type {
  Challenged,
  Cv2Check,
  AddressCheck,
  ProcessorReply,
  ProcessorResponse,
  SentOperation,
} from '../adapter.ts';
import { joinCredential } from '../stored-credential.ts';
import type { HyperswitchErrorBody } from './hyperswitch-client.ts';
import { failureCode } from './hyperswitch-codes.ts';

const text = z.optional(z.nullable(z.string()));
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/** The parts of a payment that we read. */
export const payment = z.object({
  payment_id: z.string(),
  merchant_id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  amount_received: optional(z.int()),
  connector: text,
  customer_id: text,
  payment_method_id: text,
  metadata: optional(z.looseObject({ reference: z.optional(z.unknown()) })),
  next_action: optional(z.looseObject({ redirect_to_url: text })),
  payment_method_data: optional(
    z.looseObject({
      card: optional(z.looseObject({ auth_code: text, payment_checks: z.optional(z.unknown()) })),
    }),
  ),
  network_transaction_id: text,
  external_authentication_details: optional(
    z.looseObject({
      status: text,
      authentication_flow: text,
      electronic_commerce_indicator: text,
      ds_transaction_id: text,
      version: text,
    }),
  ),
  error_code: text,
  error_message: text,
  issuer_error_code: text,
  error_details: optional(
    z.looseObject({
      unified_details: optional(z.looseObject({ standardised_code: text })),
      issuer_details: optional(
        z.looseObject({ code: text, network_details: optional(z.looseObject({ advice_code: text })) }),
      ),
    }),
  ),
});
export type Payment = z.infer<typeof payment>;

export const refund = z.object({
  refund_id: z.string(),
  amount: z.int(),
  status: z.string(),
  currency: z.string(),
  metadata: optional(z.looseObject({ reference: z.optional(z.unknown()) })),
  error_code: text,
  error_message: text,
  issuer_error_code: text,
  connector: text,
});
export type Refund = z.infer<typeof refund>;

/** Any response, as its content is not read here. */
export const anything = z.looseObject({});

const unchecked = {
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;

export const done = (gatewayReference: string, message = 'Done'): ProcessorResponse => ({
  ...unchecked,
  result: 'APPROVED',
  statusCode: '00',
  message,
  gatewayReference,
});

export const declined = (
  gatewayReference: string,
  statusCode: string,
  message: string,
): ProcessorResponse => ({
  ...unchecked,
  result: 'DECLINED',
  statusCode,
  message: message.slice(0, 200),
  gatewayReference,
});

/** The router refuses the request itself. */
export const refusedRequest = ({ code, message }: HyperswitchErrorBody): ProcessorResponse =>
  declined('', '30', `${code} ${message ?? ''}`.trim());

export const forbidden = (gatewayReference: string): ProcessorResponse => ({
  ...unchecked,
  result: 'FORBIDDEN',
  statusCode: '',
  message: 'Cancelled before it was confirmed',
  gatewayReference,
});

/**
 * 'unconfirmed': it has moved nothing, and can still be confirmed. 'partial': less than the amount was authorised, which must be
 * released.
 */
type PaymentState =
  | ProcessorReply
  | { kind: 'pending' }
  | Challenged
  | { kind: 'unconfirmed' }
  | { kind: 'partial' };

const captured = new Set([
  'partially_captured',
  'partially_captured_and_capturable',
  'partially_captured_and_processing',
]);

/** The state of a payment, as the result of the operation that has created it. */
export function readPayment(one: Payment, { kind }: Pick<SentOperation, 'kind'>): PaymentState {
  const response = (result: ProcessorResponse): ProcessorReply => ({ kind: 'response', response: result });
  const { status, payment_id: id } = one;
  if (status === 'succeeded') return response(approved(one));
  // A sale that waits for its capture has moved nothing yet.
  if (status === 'requires_capture' || captured.has(status))
    return kind === 'SALE' ? { kind: 'pending' } : response(approved(one));
  switch (status) {
    case 'failed':
      return response(failedPayment(one));
    case 'cancelled':
    case 'cancelled_post_capture':
    case 'expired':
      return response(forbidden(id));
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'unconfirmed' };
    case 'partially_authorized_and_requires_capture':
      return { kind: 'partial' };
    case 'requires_customer_action': {
      const url = one.next_action?.redirect_to_url;
      // Without an address the card holder cannot be challenged.
      return url ? { kind: 'challenge', url } : { kind: 'unconfirmed' };
    }
    default:
      return { kind: 'pending' };
  }
}

/** Stripe's names of its checks, which the router passes on as they are. Other connectors have forms of their own. */
const connectorChecks = z.looseObject({
  cvc_check: text,
  address_line1_check: text,
  address_postal_code_check: text,
});

const passes = <T extends string>(check: string | null | undefined, pass: T, fail: 'NOT_MATCHED') =>
  check === 'pass' ? pass : check === 'fail' ? fail : 'NOT_CHECKED';

function readChecks(checks: unknown): Pick<ProcessorResponse, 'addressCheck' | 'postcodeCheck' | 'cv2Check'> {
  const parsed = connectorChecks.safeParse(checks);
  if (!parsed.success) return unchecked;
  const { cvc_check: cvc, address_line1_check: line, address_postal_code_check: postcode } = parsed.data;
  return {
    addressCheck: passes(line, 'FULL_MATCH', 'NOT_MATCHED') satisfies AddressCheck,
    postcodeCheck: passes(postcode, 'FULL_MATCH', 'NOT_MATCHED') satisfies AddressCheck,
    cv2Check: passes(cvc, 'MATCHED', 'NOT_MATCHED') satisfies Cv2Check,
  };
}

function approved(one: Payment): ProcessorResponse {
  const card = one.payment_method_data?.card;
  const authCode = card?.auth_code;
  return {
    ...done(one.payment_id, authCode ? `AUTH CODE:${authCode}` : 'Authorised'),
    ...readChecks(card?.payment_checks),
    ...(one.connector ? { acquirerName: one.connector } : {}),
    ...(authCode ? { authCode } : {}),
    ...readAuthentication(one),
    ...(one.network_transaction_id ? { networkTransactionId: one.network_transaction_id } : {}),
    ...(one.customer_id && one.payment_method_id
      ? { credential: joinCredential(one.customer_id, one.payment_method_id) }
      : {}),
  };
}

/** Of an authentication that the router has made, or of the proof that it was sent. */
function readAuthentication({
  external_authentication_details: secure,
}: Payment): Pick<ProcessorResponse, 'eci' | 'authentication'> {
  if (!secure?.status || !['success', 'failed'].includes(secure.status)) return {};
  const { electronic_commerce_indicator: eci, version, authentication_flow: flow } = secure;
  return {
    ...(eci ? { eci } : {}),
    authentication: {
      status: secure.status === 'success' ? 'AUTHENTICATED' : 'FAILED',
      version: /^\d\.\d\.\d$/.test(version ?? '') ? (version ?? '') : '2.2.0',
      ...(flow ? { frictionless: flow !== 'challenge' } : {}),
      ...(secure.ds_transaction_id ? { dsTransactionId: secure.ds_transaction_id } : {}),
    },
  };
}

function failedPayment(one: Payment): ProcessorResponse {
  const issuer = one.error_details?.issuer_details;
  const { statusCode, isUnavailable } = failureCode({
    issuerCode: one.issuer_error_code ?? issuer?.code,
    standardisedCode: one.error_details?.unified_details?.standardised_code,
    connector: one.connector,
    errorCode: one.error_code,
  });
  const advice = issuer?.network_details?.advice_code;
  return {
    ...declined(one.payment_id, statusCode, one.error_message ?? 'Declined'),
    ...(isUnavailable ? { result: 'UNREACHABLE' } : {}),
    ...(one.connector ? { acquirerName: one.connector } : {}),
    ...(advice && /^\d\d$/.test(advice) ? { adviceCode: advice } : {}),
  };
}

/** The result of a capture; undefined while the payment waits for one. A capture of another amount is not ours. */
export function readCapture(one: Payment, amount: number): ProcessorReply | { kind: 'pending' } | undefined {
  const { status, payment_id: id, amount_received: received } = one;
  if (status === 'requires_capture') return undefined;
  if (status === 'failed') return { kind: 'response', response: failedPayment(one) };
  if (status.startsWith('cancelled') || status === 'expired')
    return { kind: 'response', response: declined(id, '57', `The payment is ${status}`) };
  if ((status !== 'succeeded' && !captured.has(status)) || received == null) return { kind: 'pending' };
  return {
    kind: 'response',
    response: received === amount ? done(id) : declined(id, '57', 'Another amount was captured'),
  };
}

/** The result of a release; undefined while the payment can be released. */
export function readRelease(one: Payment): ProcessorReply | { kind: 'pending' } | undefined {
  if (one.status === 'processing') return { kind: 'pending' };
  return one.status === 'cancelled' || one.status === 'expired'
    ? { kind: 'response', response: done(one.payment_id) }
    : undefined;
}

export function readRefund(one: Refund): ProcessorReply | { kind: 'pending' } {
  const { refund_id: id, status, issuer_error_code: issuerCode, error_message: message } = one;
  if (status === 'succeeded') return { kind: 'response', response: done(id) };
  if (status !== 'failed') return { kind: 'pending' };
  const { statusCode } = failureCode({ issuerCode, connector: one.connector, errorCode: undefined });
  return {
    kind: 'response',
    response: declined(id, issuerCode ? statusCode : '57', message ?? 'Refused'),
  };
}
