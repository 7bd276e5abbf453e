import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { isPositive } from '#features/transaction-details/follow-up-form.ts';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Beside the status: how much of an authorisation was captured, and how much of a charge went back. */
export function ChargeBadges({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const { chargeInformation: charge, currencyCode, requestedAmount, type } = transaction;
  if (charge === null) return null;
  const { capturedAmount, refundedAmount, refundableAmount, refundPendingAmount } = charge;
  const isWhole = !isPositive(refundableAmount) && !isPositive(refundPendingAmount);
  const money = (amount: string, of: string) => ({
    money: words.money(amount, currencyCode),
    of: words.money(of, currencyCode),
  });
  return (
    <>
      {type === 'PREAUTH' && isPositive(capturedAmount) && (
        <StatusBadge
          tone="info"
          label={
            capturedAmount === requestedAmount
              ? t('details.captured_whole')
              : t('details.captured_part', money(capturedAmount, requestedAmount))
          }
        />
      )}
      {isPositive(refundedAmount) && (
        <StatusBadge
          tone="info"
          label={
            isWhole
              ? t('details.refunded_whole')
              : t('details.refunded_part', money(refundedAmount, capturedAmount))
          }
        />
      )}
    </>
  );
}
