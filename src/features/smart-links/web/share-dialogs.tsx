import { Button } from '@mantine/core';
import { useState, Suspense, lazy } from 'react';
import { sendSmartLink } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import { isLinkEmail } from '../link-rules.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './smart-links.module.css';

interface SendProps {
  link: ListedLink;
  isOpen: boolean;
  onClose: () => void;
  onSent: (to: string) => void;
}

/** Emails the link, by default to the customer's address. */
export function SendDialog({ link, isOpen, onClose, onSent }: SendProps) {
  const { t } = useTranslation();
  const send = useSend(sendSmartLink, { isHandledHere: true });
  const first = link.emailAddress ?? '';
  const [address, setAddress] = useState(link.mailedTo.includes(first.toLowerCase()) ? '' : first);
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const to = address.trim();
  const isWrong = isTried && !isLinkEmail(to);

  async function submit(): Promise<void> {
    setIsTried(true);
    if (!isLinkEmail(to) || send.isPending) return;
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { linkId: link.linkId }, body: { emailAddress: to } });
      setIsTried(false);
      setAddress('');
      onSent(to);
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : 'internal_server_error');
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('smart_links.send_title')} isOnTop>
      <FormStack
        label={t('smart_links.send_title')}
        onSubmit={submit}
        actions={
          <>
            <Button variant="default" onClick={onClose} disabled={send.isPending}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {t('smart_links.send')}
            </Button>
          </>
        }
      >
        {failure !== undefined && <Notice kind="failed">{errorText(failure)}</Notice>}
        <p>{t('smart_links.send_text')}</p>
        <TextField
          label={t('smart_links.field.emailAddress')}
          type="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          data-autofocus
          value={address}
          error={isWrong ? t('smart_links.wrong.email') : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
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
