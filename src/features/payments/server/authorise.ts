import type { PaymentReply } from '../payment-response.ts';
import type { CallbackPlan } from '../request/callbacks.ts';
import type { Callback } from '../sale-details.ts';
import { passesChecks } from '#features/risk-controls/evaluate-payment.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { ProcessorAnswer, ProcessorOperation } from '#integrations/processor.ts';
import { postAuthCallback, preAuthCallback } from './merchant-decision.ts';
import type { PaymentContext, SettlementContext } from './payment-context.ts';
import { sendOrLookup } from './processor-client.ts';
import { rejectApproved } from './reverse.ts';
import { settleOrMarkPending } from './settle.ts';

/** The checks of an approval before it is settled. */
export interface PostAuthChecks {
  requirements: MatchRequirements | undefined;
  /** The post-authorisation callback. */
  callback: Callback | undefined;
  /** False where the request had no Idempotency-Key. */
  savesResponse: boolean;
}

/**
 * Makes the pre-authorisation callback, calls the processor, and settles its response in a second transaction. Without a
 * response the sweeper resolves the operation; it is never sent twice (docs/domain.md#intents).
 */
export async function authorise(
  context: PaymentContext,
  txnId: number,
  operation: ProcessorOperation,
  { requirements, callbacks }: { requirements: MatchRequirements | undefined; callbacks: CallbackPlan },
): Promise<PaymentReply> {
  if (callbacks.before) {
    const decided = await preAuthCallback(context, txnId, callbacks.before);
    if (decided.kind === 'respond') return decided.reply;
  }
  return sendOperation(context, txnId, operation, {
    requirements,
    callback: callbacks.after,
    savesResponse: context.idempotency !== undefined,
  });
}

/** The part after the pre-authorisation callback: the intent is PENDING. */
export async function sendOperation(
  at: SettlementContext,
  txnId: number,
  operation: ProcessorOperation,
  checks: PostAuthChecks,
): Promise<PaymentReply> {
  const resolution = await sendOrLookup(at.services.processor, operation);
  if (resolution.kind === 'answer') return recordResult(at, txnId, resolution.answer, checks);
  return settleOrMarkPending(at, txnId, resolution, checks.savesResponse);
}

/**
 * Settles a final response. An approval that fails the risk controls or that the merchant rejects is reversed first
 * (docs/domain.md#lifecycle); the reversal is written down before the processor is called.
 */
export async function recordResult(
  at: SettlementContext,
  txnId: number,
  answer: ProcessorAnswer,
  { requirements, callback, savesResponse }: PostAuthChecks,
): Promise<PaymentReply> {
  const isApproved = answer.result === 'APPROVED';
  if (isApproved && requirements && !passesChecks(requirements, answer)) {
    return rejectApproved(at, txnId, answer, 'A116', ['PENDING', 'DEFERRED']);
  }
  if (isApproved && callback) return postAuthCallback(at, txnId, answer, callback, savesResponse);
  return settleOrMarkPending(at, txnId, { kind: 'answer', answer }, savesResponse);
}
