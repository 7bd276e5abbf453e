import { type DeclineAdvice, adviseMerchant } from '#shared/payments/declines.ts';
import type { FaultDetail } from '#shared/problem.ts';
import { type ReasonCode, type RefusalWords, refusalReason } from './reason-codes.ts';

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
  detail?: FaultDetail;
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
export function buildOutcome(code: ReasonCode, words: RefusalWords = {}, facts?: AdviceFacts): Outcome {
  const done = code.startsWith('S') || code === 'C107';
  const status = done ? 'SUCCESS' : code.startsWith('U') ? 'PENDING' : 'FAILED';
  if (status !== 'FAILED') return { status, ...refusalReason(code, words) };
  const { at, ...failed } = { reasonCode: code, ...facts };
  const advice = adviseMerchant(failed, at);
  return {
    status,
    ...refusalReason(code, words),
    ...(advice && { advice }),
    ...(facts?.adviceCode && { adviceCode: facts.adviceCode }),
  };
}
