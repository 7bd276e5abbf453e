import type { ErrorDetail } from '#shared/problem.ts';
import { type Refusal, type Result, ok } from '#shared/result.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import { hasIssuedCardNumber, maskCardNumbers } from '#shared/card-number.ts';
import { type AmountRefusal, parseAmount } from '#shared/money.ts';
import type { FollowUpRequest } from '../follow-up.ts';
import type { FollowUpBody } from './request-schemas.ts';

export type RequestRefusal = Refusal<ReasonCode>;

/** Thrown by the parsers of request parts. parseRequest catches it; no other code does. */
class RequestRejected extends Error {
  readonly refusal: RequestRefusal;
  constructor(refusal: RequestRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Rejects the request from inside `parseRequest`, however deep in the body the field is. */
export function reject(code: ReasonCode, field?: string, detail?: ErrorDetail): never {
  throw new RequestRejected({ code, field, detail });
}

/** Runs the parsers of a request: what they read, or the first rejection. */
export function parseRequest<T>(parse: () => T): Result<T, RequestRefusal> {
  try {
    return ok(parse());
  } catch (error) {
    if (error instanceof RequestRejected) return { ok: false, ...error.refusal };
    throw error;
  }
}

/** Free text never holds a card number. */
export function safeText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : maskCardNumbers(value);
}

/**
 * A reference of the merchant, as it was sent: it is compared with others, so it is never altered. One with a number like that of an
 * issued card is rejected (docs/domain.md#card-data).
 */
export function parseReference(value: string | undefined, field: string): string | undefined {
  if (value !== undefined && hasIssuedCardNumber(value)) reject('V100', field, 'not_allowed');
  return value;
}

export type CommerceType = 'ECOM' | 'MOTO' | 'CA';

export interface FollowUpDetails extends FollowUpRequest {
  merchantRef?: string;
  description?: string;
  commerceType?: CommerceType;
  refundReason?: RefundReason;
  refundNote?: string;
}

/** The body of a follow-up; an absent amount means the whole remaining amount (docs/domain.md#requests). */
export function parseFollowUp(
  body: FollowUpBody,
  originalCurrency: string,
): Result<FollowUpDetails, RequestRefusal> {
  return parseRequest(() => {
    const { transaction } = body;
    const currency = transaction?.currency;
    // Another currency is V133 whatever the amount, so the amount is only parsed in the original currency.
    const hasAmount =
      transaction?.amount !== undefined && (currency ?? originalCurrency) === originalCurrency;
    const parsed = hasAmount ? parseAmount(transaction?.amount, originalCurrency) : undefined;
    if (parsed && !parsed.ok) rejectAmount(parsed.code);
    return {
      amountMinor: parsed?.value,
      currency,
      sequence: parseSequence(transaction),
      merchantRef: parseReference(transaction?.merchantRef, 'transaction.merchantRef'),
      description: safeText(transaction?.description),
      commerceType: transaction?.commerceType ? parseCommerceType(transaction.commerceType) : undefined,
      refundReason: transaction?.refundReason,
      refundNote: safeText(transaction?.refundNote?.trim()) || undefined,
    };
  });
}

export function rejectAmount(code: AmountRefusal): never {
  return reject(code, code === 'V126' || code === 'V127' ? 'transaction.currency' : 'transaction.amount');
}

export function parseCommerceType(value: string | undefined): CommerceType {
  if (value === undefined) reject('V128', 'transaction.commerceType');
  // Older plug-ins send CNP, card not present (docs/domain.md#requests).
  if (value === 'ECOM' || value === 'CNP') return 'ECOM';
  if (value === 'MOTO' || value === 'CA') return value;
  return reject('V100', 'transaction.commerceType', 'not_allowed');
}

export function parseSequence(
  transaction: FollowUpBody['transaction'] | undefined,
): 'RECURRING' | 'INSTALMENT' | undefined {
  if (transaction?.recurring && transaction.instalment)
    reject('V100', 'transaction.instalment', 'not_allowed');
  if (transaction?.recurring) return 'RECURRING';
  return transaction?.instalment ? 'INSTALMENT' : undefined;
}
