import type { ProcessorOperation } from '#outside/processor.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import { after } from '#server/clock.ts';
import type { PaymentContext, PaymentReply } from './payment-context.ts';
import { bookAnswer } from './risk/reverse.ts';
import { sendOnce } from './risk/send-once.ts';
import { defer } from './settle.ts';

/**
 * Sends what has been written down, and books the answer in a second transaction. When no answer comes, asks once
 * what became of it; still nothing leaves it to the sweeper. Never sends twice (domain §2.5).
 */
export async function askProcessor(
  context: PaymentContext,
  txnId: number,
  operation: ProcessorOperation,
  requirements?: MatchRequirements,
): Promise<PaymentReply> {
  const { companyId, services } = context;
  const resolution = await sendOnce(services.processor, operation);
  if (resolution.kind === 'answer') {
    const keep = context.idempotency !== undefined;
    return bookAnswer(context, txnId, resolution.answer, requirements, keep);
  }
  const now = services.clock.now();
  return context.inTenant((sql) => {
    const knowledge = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    return defer(sql, companyId, txnId, knowledge, now, after(now, services.config.intentGraceMs));
  });
}
