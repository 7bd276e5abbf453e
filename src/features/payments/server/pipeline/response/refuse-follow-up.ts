import type { FollowUpAction } from '#features/payments/follow-up.ts';
import { refusalAnswer } from '#features/payments/payment-response.ts';
import { type ReasonCode, type RefusalWords, httpStatusOf } from '#features/payments/reason-codes.ts';
import type { PersistResult } from '../persist-payment.ts';
import { type PaymentContext, type PaymentReply, audit } from '../payment-context.ts';
import type { TransactionRecord } from '../store/payment-store.ts';

const types = { capture: 'CAPTURE', cancel: 'CANCEL', refund: 'REFUND', repeat: 'REPEAT' } as const;

/**
 * A follow-up that was refused has no id: it says what was asked, of which transaction, and why not
 * (docs/domain.md#responses).
 */
export function refusedFollowUp(
  action: FollowUpAction,
  original: Pick<TransactionRecord, 'txnId'> & Partial<TransactionRecord>,
  code: ReasonCode,
  words: RefusalWords = {},
): PaymentReply {
  const relatedTransaction = {
    transactionId: String(original.txnId),
    merchantRef: original.merchRef ?? undefined,
  };
  return {
    status: httpStatusOf(code),
    body: {
      transaction: { status: 'FAILED', type: types[action], relatedTransaction },
      link: [],
      ...refusalAnswer(code, { type: action, original: original.txnType, ...words }),
    },
  };
}

/** PostgreSQL's lock_not_available: another operation holds the charge for longer than we wait. */
export async function lockedOut(
  error: unknown,
  context: PaymentContext,
  action: FollowUpAction,
  originalId: number,
): Promise<PersistResult> {
  if ((error as { code?: string }).code !== '55P03') throw error;
  const { database } = context.services;
  await audit(database, context, action, { objectId: String(originalId), outcome: 'L100' });
  return { kind: 'reply', reply: refusedFollowUp(action, { txnId: originalId }, 'L100') };
}
