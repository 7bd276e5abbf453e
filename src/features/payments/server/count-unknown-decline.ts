import { explainDecline } from '#shared/payments/declines.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import type { ProcessState } from '#server/process-state.ts';

/** Counts a decline whose response code has no row in the dictionary: staff read that the issuer declined, and no more. */
export function countUnknownDecline(
  { unknownDeclines }: Pick<ProcessState, 'unknownDeclines'>,
  { result, statusCode }: ProcessorAnswer,
  scheme: string | null,
): void {
  if (result === 'DECLINED' && explainDecline({ reasonCode: 'D100', statusCode, scheme }) === 'other')
    unknownDeclines.inc({ scheme: scheme ?? 'none' });
}
