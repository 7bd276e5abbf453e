import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import { FollowUpAction } from '#features/transaction-details/web/follow-up/follow-up-action.tsx';

/** Shown when permitted, enabled when available; the last one that ends this payment is the primary button. */
export function FollowUpActions({ transaction }: { transaction: TransactionDetails }) {
  const { newTransactionInformation: anew } = transaction;
  const all = [
    { mode: 'PAYMENT' as const, ...anew.PAYMENT },
    { mode: 'PAYOUT' as const, ...anew.PAYOUT },
    { mode: 'REPEAT' as const, ...transaction.repeatInformation },
    { mode: 'CANCEL' as const, ...transaction.cancelInformation },
    { mode: 'CAPTURE' as const, ...transaction.captureInformation },
    { mode: 'REFUND' as const, ...transaction.refundInformation },
  ];
  const shown = all.filter(({ permitted }) => permitted);
  const primary = shown.findLast(
    ({ mode, availableToProcess }) => availableToProcess && (mode === 'CAPTURE' || mode === 'REFUND'),
  )?.mode;
  return shown.map(({ mode, availableToProcess }) => (
    <FollowUpAction
      key={mode}
      transaction={transaction}
      mode={mode}
      isAvailable={availableToProcess}
      isPrimary={mode === primary}
    />
  ));
}
