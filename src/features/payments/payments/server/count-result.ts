import type { ProcessState } from '#server/process-state.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';

const results: Readonly<Record<string, string>> = { S: 'approved', D: 'declined', A: 'rejected' };

/** Counts the result of a payment or follow-up for the operator's metrics. */
export function countResult(state: ProcessState, type: TransactionType, reasonCode: ReasonCode): void {
  state.paymentResults.inc({ type, result: results[reasonCode[0] ?? ''] ?? 'failed' });
}
