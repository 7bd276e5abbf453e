import type { ProcessorOperation } from '#outside/processor.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { Questions } from '#features/payments/request/callbacks.ts';
import { after } from '#server/clock.ts';
import type { PaymentContext, PaymentReply } from './payment-context.ts';
import { askBefore } from './risk/ask-before.ts';
import { bookAnswer } from './risk/book-answer.ts';
import { sendOnce } from './risk/send-once.ts';
import { defer } from './settle.ts';

/** What a new payment has to pass beside the processor. */
export interface Hurdles {
  requirements: MatchRequirements | undefined;
  questions: Questions;
}

/**
 * Sends what has been written down, and books the answer in a second transaction. When no answer comes, asks once
 * what became of it; still nothing leaves it to the sweeper. Never sends twice (domain §2.5).
 */
export async function askProcessor(
  context: PaymentContext,
  txnId: number,
  operation: ProcessorOperation,
  { requirements, questions }: Hurdles = { requirements: undefined, questions: {} },
): Promise<PaymentReply> {
  const { companyId, services } = context;
  const stopped = questions.before && (await askBefore(context, txnId, questions.before));
  if (stopped) return stopped;
  const resolution = await sendOnce(services.processor, operation);
  if (resolution.kind === 'answer') {
    const keep = context.idempotency !== undefined;
    return bookAnswer(context, txnId, resolution.answer, { requirements, question: questions.after, keep });
  }
  const now = services.clock.now();
  return context.inTenant((sql) => {
    const knowledge = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    return defer(sql, companyId, txnId, knowledge, now, after(now, services.config.intentGraceMs));
  });
}
