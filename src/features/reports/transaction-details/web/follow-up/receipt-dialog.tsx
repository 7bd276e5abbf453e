import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendReceipt } from '#features/payments/receipts/endpoints.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TransactionDetails } from '../../schemas.ts';

interface Props {
  transaction: TransactionDetails;
  receipt: NonNullable<TransactionDetails['receiptInformation']>;
  isOpen: boolean;
  onClose: () => void;
}

/** Emails the receipt or the notice of a refund to the customer, whether or not one was sent before. */
export function ReceiptDialog({ transaction, receipt, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const send = useSend(sendReceipt, { handlesOwnErrors: true });
  const [sentTo, setSentTo] = useState<string>();
  const name = receipt.kind === 'REFUND' ? 'refund' : 'payment';
  const { installationId, transactionId } = transaction;
  async function confirm(): Promise<void> {
    const sent = await send.mutateAsync({ path: { installationId, transactionId } }).catch(() => undefined);
    if (sent === undefined) return;
    setSentTo(sent.sentTo);
    // The history names it.
    await queries.invalidateQueries();
  }
  function close(): void {
    onClose();
    setSentTo(undefined);
    send.reset();
  }
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen && sentTo === undefined}
        title={t(`details.receipt.${name}.title`)}
        confirmLabel={t(`details.receipt.${name}.button`)}
        onConfirm={confirm}
        onCancel={close}
      >
        <FailureNotice failure={send.error} />
        <NoMailNotice about="receipts" />
        <p>{t(`details.receipt.${name}.text`, { to: receipt.to, id: transactionId })}</p>
      </ConfirmDialog>
      <ResultDialog
        isOpen={isOpen && sentTo !== undefined}
        kind="success"
        title={t(`details.receipt.${name}.sent`)}
        onClose={close}
      >
        <p>{t('details.receipt.sent_to', { to: sentTo ?? '' })}</p>
      </ResultDialog>
    </>
  );
}
