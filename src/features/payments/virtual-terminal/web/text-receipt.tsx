import { Button } from '@mantine/core';
import { useState } from 'react';
import { parseTelephone } from '#shared/telephone.ts';
import { textReceipt } from '#features/payments/receipts/endpoints.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  installationId: string;
  transactionId: string;
}

/** Sends the receipt as a text message to the number that the customer gives. */
export function TextReceiptButton(path: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Allowed anyOf={['P_NEW_PAYMENT', 'P_REFUND_TRANSACTION']}>
      {sentTo !== undefined && <span role="status">{t('terminal.result.receipt_sent', { to: sentTo })}</span>}
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('terminal.result.text')}
      </Button>
      {isOpen && (
        <TextReceiptDialog
          path={path}
          onClose={() => setOpen(false)}
          onSent={(to) => {
            setSentTo(to);
            setOpen(false);
          }}
        />
      )}
    </Allowed>
  );
}

interface DialogProps {
  path: Props;
  onClose: () => void;
  onSent: (to: string) => void;
}

function TextReceiptDialog({ path, onClose, onSent }: DialogProps) {
  const { t } = useTranslation();
  const send = useSend(textReceipt, { handlesOwnErrors: true });
  const form = useForm({
    initial: { telephone: '' },
    validate: ({ telephone }): { telephone?: string } =>
      parseTelephone(telephone) === undefined ? { telephone: 'terminal.result.text_wrong' } : {},
    async send({ telephone }) {
      const sent = await send.mutateAsync({ path, body: { telephone: telephone.trim() } });
      onSent(sent.sentTo);
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('terminal.result.text')}>
      <FormStack
        label={t('terminal.result.text')}
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('terminal.result.text_send')} isBusy={form.isBusy} onCancel={onClose} />
        }
      >
        <FailureNotice failure={form.failure} />
        <TextField
          {...form.field('telephone')}
          label={t('terminal.result.text_number')}
          help={t('terminal.result.text_help')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          data-autofocus
        />
      </FormStack>
    </Dialog>
  );
}
