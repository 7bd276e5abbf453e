import type { Answered, ProcessorOperation, Processor, StillPending } from '#outside/processor.ts';
import { after } from '#server/clock.ts';
import type { PaymentContext, PaymentReply } from './payment-context.ts';
import { defer, settle } from './settle.ts';

/**
 * Sends what has been written down, and books the answer in a second transaction. When no answer comes, asks once
 * what became of it; still nothing leaves it to the sweeper. Never sends twice (domain §2.5).
 */
export async function askProcessor(
  context: PaymentContext,
  txnId: number,
  operation: ProcessorOperation,
): Promise<PaymentReply> {
  const { companyId, services } = context;
  const resolution = await resolve(services.processor, operation);
  const now = services.clock.now();
  return context.inTenant((sql) => {
    if (resolution.kind === 'answer') return settle(sql, companyId, txnId, resolution.answer, now);
    const knowledge = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    return defer(sql, companyId, txnId, knowledge, now, after(now, services.config.intentGraceMs));
  });
}

async function resolve(
  processor: Processor,
  operation: ProcessorOperation,
): Promise<Answered | StillPending | { kind: 'unresolved' }> {
  const sent = await processor.send(operation);
  if (sent.kind !== 'no-answer') return sent;
  const found = await processor.find(operation.reference);
  return found.kind === 'answer' || found.kind === 'pending' ? found : { kind: 'unresolved' };
}
