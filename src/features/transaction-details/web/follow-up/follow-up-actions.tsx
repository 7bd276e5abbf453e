import { useState } from 'react';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { AddScheduleAction } from '#features/transaction-details/web/follow-up/add-schedule-action.tsx';
import { AttemptKeys } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { FollowUpAction } from '#features/transaction-details/web/follow-up/follow-up-action.tsx';
import { keysOfTab } from '#features/transaction-details/web/follow-up/keys-of-tab.ts';

/** Shown when permitted, enabled when available; the last one that ends this payment is the primary button. */
export function FollowUpActions({ transaction }: { transaction: TransactionDetails }) {
  // How often the warning of a repeat led to a plain payment: each time its form opens anew.
  const [plain, setPlain] = useState(0);
  const [keys] = useState(() => new AttemptKeys(keysOfTab(transaction.transactionId)));
  const { newTransactionInformation: anew, addScheduleInformation: schedule } = transaction;
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
  return (
    <>
      {schedule.permitted && (
        <AddScheduleAction transaction={transaction} keys={keys} isAvailable={schedule.availableToProcess} />
      )}
      {shown.map(({ mode, availableToProcess }) => (
        <FollowUpAction
          key={mode === 'PAYMENT' ? `${mode} ${plain}` : mode}
          transaction={transaction}
          keys={keys}
          mode={mode}
          isAvailable={availableToProcess}
          isPrimary={mode === primary}
          isOpenAtFirst={mode === 'PAYMENT' && plain > 0}
          onPlainPayment={anew.PAYMENT.availableToProcess ? () => setPlain(plain + 1) : undefined}
        />
      ))}
    </>
  );
}
