import { Button } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import { Suspense, lazy, useRef } from 'react';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { sendSmartLink } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import { isLinkEmail, maxMailsADay } from '../link-rules.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useForm } from '#web/form/use-form.ts';
import { NoMailNotice } from '#web/no-mail-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './smart-links.module.css';

interface SendProps {
  link: Pick<ListedLink, 'linkId' | 'emailAddress' | 'mailedTo' | 'mailedAt'>;
  isOpen: boolean;
  onClose: () => void;
  onSent: (to: string) => void;
}

/** Emails the link, by default to the customer's address, also again. */
export function SendDialog({ link, isOpen, onClose, onSent }: SendProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(sendSmartLink, { handlesOwnErrors: true });
  const first = link.emailAddress ?? '';
  const form = useForm({
    initial: { emailAddress: first === '' ? (link.mailedTo[0] ?? '') : first },
    validate: ({ emailAddress }): { emailAddress?: string } =>
      isLinkEmail(emailAddress.trim()) ? {} : { emailAddress: 'smart_links.wrong.email' },
    async send(values) {
      const emailAddress = values.emailAddress.trim();
      await send.mutateAsync({ path: { linkId: link.linkId }, body: { emailAddress } });
      form.hideErrors();
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
        <FailureNotice failure={form.failure}>{waitText(form.failure, t, times)}</FailureNotice>
        <NoMailNotice about="links" />
        <p>{t('smart_links.send_text')}</p>
        {link.mailedAt !== null && (
          <p>
            {t('smart_links.last_sent', { to: link.mailedTo.join(', '), time: times.short(link.mailedAt) })}
          </p>
        )}
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

/** Why the address cannot get the link now, and from when it can. */
function waitText(failure: CallFailure | undefined, t: Translate, times: Times): string | undefined {
  const { after } = (failure?.body ?? {}) as { after?: string };
  if (failure === undefined || after === undefined) return undefined;
  const time = times.short(after);
  return failure.code === 'SENT_TODAY'
    ? t('smart_links.wait_today', { number: String(maxMailsADay), time })
    : t('smart_links.wait_minutes', { time });
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
  const place = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      isOpen={link !== undefined}
      onClose={onClose}
      title={t('smart_links.qr')}
      actions={
        // A phone without it shows the dialog as a sheet.
        document.fullscreenEnabled && (
          <Button
            variant="default"
            leftSection={<IconMaximize size={16} aria-hidden />}
            onClick={() => void place.current?.requestFullscreen().catch(() => undefined)}
          >
            {t('smart_links.full_screen')}
          </Button>
        )
      }
    >
      <div className={classes.qrPlace} ref={place}>
        <Suspense fallback={null}>
          {link !== undefined && <QrCode text={link} label={t('smart_links.qr_label', { link })} />}
        </Suspense>
        <p className={classes.qrAddress}>{link}</p>
      </div>
    </Dialog>
  );
}
