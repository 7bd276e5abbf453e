import type { ProcessorOperation } from '#integrations/processor.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { CallbackPlan } from '#features/payments/request/callbacks.ts';
import { addMs } from '#server/clock.ts';
import type { PaymentContext, PaymentReply } from './payment-context.ts';
import { preAuthCallback } from './risk/pre-auth-callback.ts';
import { recordResult } from './risk/record-result.ts';
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
  const { companyId, services } = context;
  const stopped = questions.before && (await preAuthCallback(context, txnId, questions.before));
  if (stopped) return stopped;
  const resolution = await sendOrLookup(services.processor, operation);
  if (resolution.kind === 'answer') {
    const keep = context.idempotency !== undefined;
    return recordResult(context, txnId, resolution.answer, {
      requirements,
      question: questions.after,
      isFinal: keep,
    });
  }
  const now = services.clock.now();
  return context.inTenant((sql) => {
    const knowledge = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    return defer(sql, companyId, txnId, knowledge, now, addMs(now, services.config.intentGraceMs));
  });
}
