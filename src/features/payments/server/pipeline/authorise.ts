import type { ProcessorOperation } from '#integrations/processor.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { CallbackPlan } from '#features/payments/request/callbacks.ts';
import { addMs } from '#server/clock.ts';
import type { PaymentContext, PaymentReply } from './payment-context.ts';
import { preAuthCallback } from './risk/pre-auth-callback.ts';
import { type Approval, recordResult } from './risk/record-result.ts';
import type { SettlementContext } from './risk/reverse.ts';
import { sendOrLookup } from './risk/send-or-lookup.ts';
import { defer } from './settle.ts';

/** What a new payment has to pass beside the processor. */
export interface PostAuthChecks {
  requirements: MatchRequirements | undefined;
  questions: CallbackPlan;
}

/**
 * Sends what has been written down, and books the answer in a second transaction. When no answer comes, asks once
 * what became of it; still nothing leaves it to the sweeper. Never sends twice (docs/domain.md#intents).
 */
export async function authorise(
  context: PaymentContext,
  txnId: number,
  operation: ProcessorOperation,
  { requirements, questions }: PostAuthChecks = { requirements: undefined, questions: {} },
): Promise<PaymentReply> {
  const stopped = questions.before && (await preAuthCallback(context, txnId, questions.before));
  if (stopped) return stopped;
  const keep = context.idempotency !== undefined;
  return sendOperation(context, txnId, operation, { requirements, question: questions.after, isFinal: keep });
}

/** The part behind the questions: the intent is PENDING. */
export async function sendOperation(
  at: SettlementContext,
  txnId: number,
  operation: ProcessorOperation,
  approval: Approval,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const resolution = await sendOrLookup(services.processor, operation);
  if (resolution.kind === 'answer') return recordResult(at, txnId, resolution.answer, approval);
  const now = services.clock.now();
  return at.inTenant((sql) => {
    const knowledge = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    return defer(sql, companyId, txnId, knowledge, now, addMs(now, services.config.intentGraceMs));
  });
}
