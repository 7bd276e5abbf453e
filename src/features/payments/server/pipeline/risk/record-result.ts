import { passesChecks } from '#features/risk-controls/evaluate-payment.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { Callback } from '#features/payments/request/callbacks.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import type { PaymentReply } from '../payment-context.ts';
import { settle } from '../settle.ts';
import { postAuthCallback } from './post-auth-callback.ts';
import { type SettlementContext, refuseApproved } from './reverse.ts';

/** What an approval is held against before it is booked. */
export interface Approval {
  requirements: MatchRequirements | undefined;
  /** Whom to ask whether it may stand. */
  question: Callback | undefined;
  /** Is there an Idempotency-Key to keep the answer under? */
  isFinal: boolean;
}

/**
 * Settles a final answer; one that was approved but fails the risk controls, or displeases the shop, is reversed first
 * (docs/domain.md#lifecycle). That it will be reversed is written down before the processor hears of it, so a crash
 * loses nothing.
 */
export async function recordResult(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  { requirements, question, isFinal: keep }: Approval,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const isApproved = answer.result === 'APPROVED';
  if (isApproved && requirements && !passesChecks(requirements, answer)) {
    return refuseApproved(at, txnId, answer, 'A116', ['PENDING', 'DEFERRED']);
  }
  if (isApproved && question) return postAuthCallback(at, txnId, answer, question, keep);
  return at.inTenant((sql) => settle(sql, companyId, txnId, answer, services.clock.now(), keep));
}
