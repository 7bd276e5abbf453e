import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { isWaitingForMerchant, suspensionEnd } from '#features/transaction-details/suspension.ts';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** What a payment that the merchant's system has suspended waits for, and when it expires. */
export function SuspendedNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  if (!isWaitingForMerchant(transaction)) return null;
  const at = words.moment(suspensionEnd(transaction));
  return (
    <Notice kind="pending" title={t('details.suspended.title')}>
      {t(`details.suspended.${transaction.reasonCode ?? ''}`, { at })}
    </Notice>
  );
}
