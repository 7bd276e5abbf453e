import { parseTelephone } from '#shared/telephone.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  title: string;
  /** A failure that it throws appears in the dialog. */
  onSend: (telephone: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the number to which a text message is sent. */
export function TelephoneDialog({ title, onSend, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { telephone: '' },
    validate: ({ telephone }): { telephone?: string } =>
      parseTelephone(telephone) === undefined ? { telephone: 'terminal.result.text_wrong' } : {},
    send: ({ telephone }) => onSend(telephone.trim()),
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} isOnTop>
      <FormStack
        label={title}
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
