import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';

export const receiptKinds = ['PAYMENT', 'RESERVATION', 'REFUND'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

const paid: readonly TransactionType[] = ['PAYMENT', 'REPEAT', 'CAPTURE', 'PAYMENT_COMPLETE'];

/** The email that a payer gets about a transaction; undefined where there is none (docs/domain.md#receipts). */
export function receiptKind(
  type: TransactionType,
  status: TransactionStatus,
  isCaptured: boolean,
): ReceiptKind | undefined {
  if (status !== 'SUCCESS') return undefined;
  if (type === 'REFUND') return 'REFUND';
  if (type === 'PREAUTH') return isCaptured ? 'PAYMENT' : 'RESERVATION';
  return paid.includes(type) ? 'PAYMENT' : undefined;
}
