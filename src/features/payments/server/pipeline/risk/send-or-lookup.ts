import type { ProcessorReply, Processor, ProcessorOperation, StillPending } from '#integrations/processor.ts';

/** Sends once; without an answer asks once what became of it. */
export async function sendOrLookup(
  processor: Processor,
  operation: ProcessorOperation,
): Promise<ProcessorReply | StillPending | { kind: 'unresolved' }> {
  const sent = await processor.send(operation);
  if (sent.kind !== 'no-answer') return sent;
  const found = await processor.lookup(operation.reference);
  return found.kind === 'answer' || found.kind === 'pending' ? found : { kind: 'unresolved' };
}
