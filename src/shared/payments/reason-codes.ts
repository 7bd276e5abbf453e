import type { ErrorDetail } from '../problem.ts';
import { type DeclineAdvice, adviseMerchant } from './declines.ts';

/**
 * The gateway's reason codes and their texts for the merchant (docs/domain.md#reason-codes). `{type}` and `{act}` are
 * replaced by the refused operation, `{original}` by the type of its original.
 */
const texts = {
  S100: 'Authorised',
  V100: 'The request is not valid',
  V103: 'These credentials may not use this installation',
  V104: 'This kind of transaction is not possible here',
  V105: 'The related transaction was not found',
  V106: 'The suspended transaction has expired',
  V107: 'The transaction is not waiting to be resumed',
  V108: 'The authentication response is not valid',
  V109: 'The CV2 was given twice with different values',
  V113: 'The installation is not a number',
  V114: 'The customer is missing',
  V115: 'A customer reference or id is needed',
  V116: 'Send the customer reference or the customer id, not both',
  V117: 'The customer was not found',
  V118: 'A custom field has no name',
  V119: 'At least one custom field needs a name',
  V124: 'The postcode is not valid',
  V125: 'A callback address is not a valid web address',
  V126: 'The currency is missing',
  V127: 'The currency is not known',
  V128: 'The commerce type is missing',
  V129: 'The amount is missing',
  V130: 'The amount is negative',
  V131: 'The amount has more decimals than its currency permits',
  V132: 'The amount has too many digits',
  V133: 'Cannot {act} in a currency other than that of the original transaction',
  V134: 'Cannot {type} {original}',
  V135: 'Cannot {type} an incomplete transaction',
  V136: 'Cannot {type} a failed transaction',
  V137: 'Cannot {type} a transaction that is not captured',
  V138: 'Cannot {type} a transaction that is already captured',
  V139: 'Cannot {type} a transaction that is already void',
  V142: 'The card nickname is longer than 20 characters',
  V143: 'The card nickname has characters that are not permitted',
  V144: 'The expiry date is not MMYY, or has passed',
  V145: 'The start date is not MMYY',
  V146: 'Send the start date or clear it, not both',
  V147: 'The start date is after the expiry date',
  V148: 'The issue number is not 0 to 9',
  V149: 'Send the issue number or clear it, not both',
  V150: 'Send exactly one payment method',
  V151: 'The card token is missing',
  V152: 'An address field is longer than 255 characters',
  V153: 'The date of birth is not yyyyMMdd, or not possible',
  V154: 'The country is not known',
  V155: 'The country code is not known',
  V156: 'A payment method cannot be registered for a guest',
  V301: 'The card number is missing',
  V302: 'The card number is not valid',
  V303: 'The card number must have 13 to 19 digits',
  V304: 'The expiry date is missing',
  V305: 'The card type is not known',
  V306: 'The CV2 is not valid',
  V312: 'Send the card number or a card-lock token, not both',
  V313: 'Card lock is not enabled',
  V402: 'The amount exceeds the amount that can be refunded',
  V501: 'The amount exceeds the authorised amount',
  V502: 'The amount is below the authorised amount, and partial capture is not enabled',
  A102: 'No account can process this transaction',
  A103: 'The related transaction is not valid for this operation',
  A107: 'The customer has no default card',
  A108: 'The customer was not found',
  A109: 'The card was not found',
  A110: 'The post-authorisation callback failed, and the authorisation was released',
  A111: 'The pre-authorisation callback failed',
  A113: 'The 3-D Secure enrolment check failed',
  A114: 'The 3-D Secure authentication failed',
  A115: 'The card was removed while the payment waited',
  A116: 'The fraud checks failed',
  A117: 'The card brand is not supported',
  A118: 'The name of the customer who is to be registered is missing',
  A119: 'The card is registered already',
  A120: 'The territory conditions failed',
  A122: 'The customer has too many registered cards',
  A123: 'The card was deleted',
  A124: 'A custom field has a value that does not fit its type',
  A125: 'Another operation on this transaction is in progress',
  A126: 'This transaction was submitted already',
  A129: 'PayPal is not configured',
  A136: 'Rejected by the fraud rules',
  A137: 'The fraud rules are unavailable',
  A138: 'The card was not used before for an authorised payment',
  A139: 'The installation is deactivated',
  A400: 'There is no such transaction',
  C101: 'Cancelled by the pre-authorisation callback',
  C102: 'Cancelled by the post-authorisation callback',
  C103: 'Cancelled: the post-authorisation callback responded with an error',
  C104: 'Cancelled: the pre-authorisation callback responded with an error',
  C105: 'Cancelled at the request of the merchant',
  C106: 'Cancelled by the customer',
  C107: 'The authorisation was released',
  D100: 'Declined by the processor',
  E100: 'An internal error occurred',
  L100: 'The transaction is locked by another operation',
  T100: 'The transaction expired',
  U100: 'Waiting for 3-D Secure authentication',
  U101: 'Suspended by the pre-authorisation callback',
  U102: 'Suspended for replay',
  U103: 'Waiting for PayPal',
  U104: 'Waiting for PayPal',
  U200: 'Accepted, waiting for the processor',
  X201: 'No processor is connected',
  X202: 'The authorisation could not be released',
  X203: 'The processor could not be reached',
  X208: 'The 3-D Secure enrolment check could not be made',
} as const;

export type ReasonCode = keyof typeof texts;

export const reasonCodes = Object.keys(texts) as ReasonCode[];

/** What the text of a refusal names. */
export interface RefusalTextParams {
  type?: string;
  original?: string;
  /** As the request spells it. */
  field?: string;
  detail?: ErrorDetail;
}

/** The text of a code; `textParams` fills in the operation and the type of its original. */
export function reasonText(
  code: ReasonCode,
  textParams: Pick<RefusalTextParams, 'type' | 'original'> = {},
): string {
  return texts[code]
    .replace('{type}', textParams.type ?? 'do this with')
    .replace('{act}', textParams.type ?? 'do this')
    .replace(
      '{original}',
      textParams.original ? `a ${textParams.original} transaction` : 'a transaction of this type',
    );
}

/** Codes that imply what is wrong with the field they name. */
const details: Partial<Record<ReasonCode, ErrorDetail>> = {
  V114: 'missing',
  V115: 'missing',
  V116: 'not_allowed',
  V118: 'missing',
  V119: 'missing',
  V126: 'missing',
  V127: 'not_allowed',
  V128: 'missing',
  V129: 'missing',
  V130: 'too_small',
  V132: 'too_large',
  V142: 'too_long',
  V146: 'not_allowed',
  V149: 'not_allowed',
  V151: 'missing',
  V152: 'too_long',
  V155: 'not_allowed',
  V156: 'not_allowed',
  V301: 'missing',
  V304: 'missing',
  V312: 'not_allowed',
  V313: 'not_allowed',
  A102: 'not_allowed',
};

/** A refusal in every envelope of the merchant API; the text ends with the field, if one is named. */
export function refusalReason(code: ReasonCode, { field, detail, ...textParams }: RefusalTextParams = {}) {
  const text = reasonText(code, textParams);
  if (field === undefined) return { reasonCode: code, reasonMessage: text };
  return {
    reasonCode: code,
    reasonMessage: `${text}: ${field}`,
    field,
    detail: detail ?? details[code] ?? 'invalid',
  };
}

/**
 * 201 for done and suspended, 404 for an unknown transaction, 500 for our own error, 400 otherwise
 * (docs/domain.md#http-statuses).
 */
export function httpStatusOf(code: ReasonCode): 201 | 400 | 404 | 500 {
  if (code.startsWith('S') || code.startsWith('U') || code === 'C107') return 201;
  if (code === 'A400') return 404;
  return code === 'E100' ? 500 : 400;
}

export interface Outcome {
  status: 'SUCCESS' | 'FAILED' | 'PENDING';
  reasonCode: ReasonCode;
  reasonMessage: string;
  /** On a failure: whose side it is on, and when another attempt can help. */
  advice?: DeclineAdvice;
  /** Mastercard's merchant advice code. */
  adviceCode?: string;
  /** The field of the request that was rejected, if one is named. */
  field?: string;
  detail?: ErrorDetail;
}

/** What the advice on a failed transaction depends on, besides its reason. */
interface AdviceFacts {
  statusCode: string | null;
  adviceCode: string | null;
  scheme: string | undefined;
  /** When it failed. */
  at: Date;
}

/** The outcome of an operation: S and C107 are success, U is pending, anything else failed (docs/domain.md#reason-codes). */
export function buildOutcome(
  code: ReasonCode,
  textParams: RefusalTextParams = {},
  adviceInput?: AdviceFacts,
): Outcome {
  const isSuccess = code.startsWith('S') || code === 'C107';
  const status = isSuccess ? 'SUCCESS' : code.startsWith('U') ? 'PENDING' : 'FAILED';
  if (status !== 'FAILED') return { status, ...refusalReason(code, textParams) };
  const { at, ...failed } = { reasonCode: code, ...adviceInput };
  const advice = adviseMerchant(failed, at);
  return {
    status,
    ...refusalReason(code, textParams),
    ...(advice && { advice }),
    ...(adviceInput?.adviceCode && { adviceCode: adviceInput.adviceCode }),
  };
}
