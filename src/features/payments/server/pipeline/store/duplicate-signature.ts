import type { FollowUpAction } from '#features/payments/follow-up.ts';
import type { FollowUpDetails } from '#features/payments/request/parse-payment.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { TransactionRecord } from './payment-store.ts';

/**
 * What makes a follow-up the same as one a minute ago (docs/decisions/0043). A key says it better; a repeat is asked for
 * again on purpose; and without a reference a second capture or cancel is refused by what the first one did.
 */
export function duplicateSignature(
  { installationId, idempotency }: PaymentContext,
  action: FollowUpAction,
  { txnId: originalId, ccyCode: currency }: TransactionRecord,
  { merchantRef, amountMinor }: FollowUpDetails,
): readonly (string | number)[] | undefined {
  if (idempotency || action === 'repeat') return undefined;
  if (action !== 'refund' && merchantRef === undefined) return undefined;
  return [installationId, action, originalId, merchantRef ?? '', amountMinor ?? 'rest', currency];
}
