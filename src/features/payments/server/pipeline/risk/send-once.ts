import type { Answered, Processor, ProcessorOperation, StillPending } from '#outside/processor.ts';

/** Sends once; without an answer asks once what became of it. */
export async function sendOnce(
  processor: Processor,
  operation: ProcessorOperation,
): Promise<Answered | StillPending | { kind: 'unresolved' }> {
  const sent = await processor.send(operation);
  if (sent.kind !== 'no-answer') return sent;
  const found = await processor.find(operation.reference);
  return found.kind === 'answer' || found.kind === 'pending' ? found : { kind: 'unresolved' };
}
