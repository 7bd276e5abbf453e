import { Suspense, lazy } from 'react';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { sendSmartLink } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import { isLinkEmail } from '../link-rules.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './smart-links.module.css';

interface SendProps {
  link: Pick<ListedLink, 'linkId' | 'emailAddress' | 'mailedTo'>;
  isOpen: boolean;
  onClose: () => void;
  onSent: (to: string) => void;
}

/** Emails the link, by default to the customer's address. */
export function SendDialog({ link, isOpen, onClose, onSent }: SendProps) {
  const { t } = useTranslation();
  const send = useSend(sendSmartLink, { handlesOwnErrors: true });
  const first = link.emailAddress ?? '';
  const form = useForm({
    initial: { emailAddress: link.mailedTo.includes(first.toLowerCase()) ? '' : first },
    validate: ({ emailAddress }): { emailAddress?: string } =>
      isLinkEmail(emailAddress.trim()) ? {} : { emailAddress: 'smart_links.wrong.email' },
    async send(values) {
      const emailAddress = values.emailAddress.trim();
      await send.mutateAsync({ path: { linkId: link.linkId }, body: { emailAddress } });
      form.hideErrors();
      form.change({ emailAddress: '' });
      onSent(emailAddress);
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('smart_links.send_title')} isOnTop>
      <FormStack
        label={t('smart_links.send_title')}
        onSubmit={form.submit}
        actions={<DialogButtons submit={t('smart_links.send')} isBusy={form.isBusy} onCancel={onClose} />}
      >
        <FailureNotice failure={form.failure} />
        <NoMailNotice about="links" />
        <p>{t('smart_links.send_text')}</p>
        <TextField
          {...form.field('emailAddress')}
          label={t('smart_links.field.emailAddress')}
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          data-autofocus
        />
      </FormStack>
    </Dialog>
  );
}

// Loads the encoder with the first QR code.
const QrCode = lazy(async () => ({
  default: (await import('./qr-code.tsx')).QrCode,
}));

interface QrProps {
  link: string | undefined;
  onClose: () => void;
}

/** Shows the URL as a QR code. */
export function QrDialog({ link, onClose }: QrProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={link !== undefined} onClose={onClose} title={t('smart_links.qr')}>
      <div className={classes.qrPlace}>
        <Suspense fallback={null}>
          {link !== undefined && <QrCode text={link} label={t('smart_links.qr_label', { link })} />}
        </Suspense>
        <p className={classes.qrAddress}>{link}</p>
      </div>
    </Dialog>
  );
}
