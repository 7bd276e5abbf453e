import { type AmountRefusal, parseAmount } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import type { FollowUpRequest } from '../follow-up.ts';
import { type RequestRefusal, parseRequest, reject } from './rejected-request.ts';
import type { FollowUpBody } from './request-schemas.ts';
import { safeText } from './wire-parts.ts';

export type CommerceType = 'ECOM' | 'MOTO' | 'CA';

export interface FollowUpDetails extends FollowUpRequest {
  merchantRef?: string;
  description?: string;
  commerceType?: CommerceType;
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
      amountMinor: parsed?.minor,
      currency,
      sequence: parseSequence(transaction),
      merchantRef: safeText(transaction?.merchantRef),
      description: safeText(transaction?.description),
      commerceType: transaction?.commerceType ? parseCommerceType(transaction.commerceType) : undefined,
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
  part: FollowUpBody['transaction'] | undefined,
): 'RECURRING' | 'INSTALMENT' | undefined {
  if (part?.recurring && part.instalment) reject('V100', 'transaction.instalment', 'not_allowed');
  if (part?.recurring) return 'RECURRING';
  return part?.instalment ? 'INSTALMENT' : undefined;
}
