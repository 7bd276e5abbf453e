import { Button } from '@mantine/core';
import { useState } from 'react';
import { textReceipt } from '#features/payments/receipts/endpoints.ts';
import { TelephoneDialog } from '#features/payments/receipts/web/telephone-dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  installationId: string;
  transactionId: string;
}

/** Sends the receipt as a text message to the number that the customer gives. */
export function TextReceiptButton(path: Props) {
  const { t } = useTranslation();
  const send = useSend(textReceipt, { handlesOwnErrors: true });
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Allowed anyOf={['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION']}>
      {sentTo !== undefined && <span role="status">{t('terminal.result.receipt_sent', { to: sentTo })}</span>}
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('terminal.result.text')}
      </Button>
      {isOpen && (
        <TelephoneDialog
          title={t('terminal.result.text')}
          onSend={async (telephone) => {
            const sent = await send.mutateAsync({ path, body: { telephone } });
            setSentTo(sent.sentTo);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Allowed>
  );
}
