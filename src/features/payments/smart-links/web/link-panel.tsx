import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  IconMail,
  IconMessage,
  IconPencil,
  IconPlus,
  IconQrcode,
  IconShare2,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { TelephoneDialog } from '#features/payments/receipts/web/telephone-dialog.tsx';
import { cancelSmartLink, textSmartLink } from '../endpoints.ts';
import type { ListedLink } from '../schemas.ts';
import {
  LinkStateBadge,
  amountText,
  attemptsText,
  boundsText,
  linkMoney,
  paidText,
} from './link-columns.tsx';
import { SendDialog, QrDialog } from './share-dialogs.tsx';
import classes from './smart-links.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { fullInstallationName } from '#web/format/installation-choices.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { linkDraftState } from '#web/links/link-draft.ts';
import { paths } from '#web/paths.ts';
import { hasSms } from '#web/startup-config.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

export type LinkDialog = 'qr' | 'send' | 'text' | 'change' | 'cancel';

const ChangeDialog = lazyMount(async () => (await import('./change-dialog.tsx')).ChangeDialog);

interface Props {
  link: ListedLink;
  /** The open dialog. */
  dialog: LinkDialog | undefined;
  onDialog: (dialog: LinkDialog | undefined) => void;
  /** Called with the changed link. */
  onChange: (link: ListedLink) => void;
  onClose: () => void;
}

/** One link: its details and its actions. */
export function LinkPanel({ link, dialog: openDialog, onDialog: setOpenDialog, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const [message, setMessage] = useState<string>();
  const close = (): void => setOpenDialog(undefined);
  return (
    <div className={classes.details}>
      <div aria-live="polite" className={classes.message}>
        {message !== undefined && <Notice kind="success">{message}</Notice>}
      </div>
      <LinkDetails link={link} onLeave={onClose} />
      {link.status === 'ACTIVATED' ? (
        <LinkButtons link={link} onDialog={setOpenDialog} />
      ) : (
        link.kind === 'payments' && link.usage === 'SINGLE' && <NewLinkButton link={link} />
      )}
      <QrDialog link={openDialog === 'qr' ? link.link : undefined} onClose={close} />
      <SendDialog
        link={link}
        isOpen={openDialog === 'send'}
        onClose={close}
        onSent={(to) => {
          close();
          setMessage(t('smart_links.sent', { to }));
          const mailedTo = link.mailedTo.includes(to) ? link.mailedTo : [...link.mailedTo, to];
          onChange({ ...link, mailedTo, mailedAt: companyNow().toISOString() });
        }}
      />
      {openDialog === 'text' && (
        <TextDialog
          link={link}
          onClose={close}
          onSent={(to) => {
            close();
            setMessage(t('smart_links.sent', { to }));
          }}
        />
      )}
      <ChangeDialog
        link={link}
        isOpen={openDialog === 'change'}
        onClose={close}
        onChanged={(changed) => {
          close();
          setMessage(t('smart_links.changed'));
          onChange(changed);
        }}
      />
      <CancelDialog
        link={link}
        isOpen={openDialog === 'cancel'}
        onClose={close}
        onCancelled={() => {
          close();
          setMessage(t('smart_links.cancelled'));
          onChange({ ...link, status: 'CANCELLED', state: 'CANCELLED' });
        }}
      />
    </div>
  );
}

/** `onLeave`: the list shows other links. */
function LinkDetails({ link, onLeave }: { link: ListedLink; onLeave: () => void }) {
  const { t, language } = useTranslation();
  const { permissions } = useSignedIn();
  const mayFind = hasPermissionAnywhere(permissions, 'P_VIEW_TRANSACTIONS_NGPORTAL');
  const canView = mayFind || hasPermissionAnywhere(permissions, 'P_VIEW_TRANSACTION_NGPORTAL');
  const row = (id: string, value: React.ReactNode, isNumeric = false) => ({
    label: t(`smart_links.column.${id}`),
    value,
    isNumeric,
  });
  return (
    <Facts
      columns={1}
      facts={[
        row('link', <CopyText text={link.link} />),
        row('status', <LinkStateBadge state={link.state} t={t} />),
        ...(link.failure === null ? [] : [row('attempts', attemptsText(link, t))]),
        row('usage', t(`smart_links.usage.${link.usage}`)),
        row('amount', amountText(link, t, browserLocale(language)), true),
        ...(link.authorised === null
          ? []
          : [row('authorised', linkMoney(link, link.authorised.amount, browserLocale(language)), true)]),
        ...(link.paid === null
          ? []
          : [
              row('paid', paidText(link, t, browserLocale(language)), true),
              row('paidAt', <TimeText at={link.paid.at} />, true),
            ]),
        ...(link.refunded === null
          ? []
          : [row('refunded', linkMoney(link, link.refunded.amount, browserLocale(language)), true)]),
        row('merchantReference', link.merchantReference),
        row('description', link.description),
        row(
          'emailAddress',
          link.emailAddress !== null && mayFind ? (
            <Link {...paths.customers({ text: link.emailAddress })}>{link.emailAddress}</Link>
          ) : (
            link.emailAddress
          ),
        ),
        row('mailedTo', link.mailedTo.join(', ')),
        row('mailedAt', link.mailedAt !== null && <TimeText at={link.mailedAt} />, true),
        row('reminder', link.reminder !== null && <ReminderText reminder={link.reminder} />),
        row(
          'installation',
          fullInstallationName({ name: link.installationName, merchantName: link.merchantName }),
        ),
        row('created', <TimeText at={link.created} />, true),
        row('expires', <TimeText at={link.expires} />, true),
        row('opened', link.opened !== null && <TimeText at={link.opened} />, true),
        row('bounds', boundsText(link, t, browserLocale(language)), true),
        row('thankYou', link.thankYou),
        row('returnUrl', link.returnUrl !== null && <CopyText text={link.returnUrl} />),
        row('onDeadLink', link.onDeadLink !== null && <CopyText text={link.onDeadLink} />),
        row(
          'transaction',
          link.transactionId !== null && canView ? (
            <Link {...paths.transaction(link.transactionId)}>{link.transactionId}</Link>
          ) : (
            link.transactionId
          ),
          true,
        ),
        row('linkId', <CopyText text={link.linkId} />),
        row(
          'batch',
          <Link {...paths.smartLinks({ batchId: link.batchId })} title={link.batchId} onClick={onLeave}>
            {t('smart_links.batch_links')}
          </Link>,
        ),
      ]}
    />
  );
}

/** When the reminder is sent, or was. */
function ReminderText({ reminder }: { reminder: NonNullable<ListedLink['reminder']> }) {
  const { t } = useTranslation();
  const { at, sentAt } = reminder;
  if (at === null && sentAt === null) return t('smart_links.reminder_none');
  return (
    <>
      {t(at === null ? 'smart_links.reminder_sent' : 'smart_links.reminder_due')}{' '}
      <TimeText at={at ?? sentAt ?? ''} />
    </>
  );
}

interface ButtonsProps {
  link: ListedLink;
  onDialog: (dialog: LinkDialog) => void;
}

function LinkButtons({ link, onDialog }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.detailsButtons}>
      <ShareButton link={link} />
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => onDialog('qr')}
      >
        {t('smart_links.qr')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => onDialog('send')}
      >
        {t('smart_links.send')}
      </Button>
      {hasSms() && (
        <Button
          variant="default"
          leftSection={<IconMessage size={16} aria-hidden />}
          onClick={() => onDialog('text')}
        >
          {t('smart_links.text')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onDialog('change')}
      >
        {t('smart_links.change')}
      </Button>
      <Button
        variant="default"
        color="red"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={() => onDialog('cancel')}
      >
        {t('smart_links.cancel')}
      </Button>
    </div>
  );
}

interface TextProps {
  link: ListedLink;
  onClose: () => void;
  onSent: (to: string) => void;
}

/** Sends the link as a text message to the number that the customer gives. */
function TextDialog({ link, onClose, onSent }: TextProps) {
  const { t } = useTranslation();
  const send = useSend(textSmartLink, { handlesOwnErrors: true });
  return (
    <TelephoneDialog
      title={t('smart_links.text_title')}
      onSend={async (telephone) =>
        onSent((await send.mutateAsync({ path: { linkId: link.linkId }, body: { telephone } })).sentTo)
      }
      onClose={onClose}
    />
  );
}

/** Opens the share sheet of the device, where it has one. */
function ShareButton({ link }: { link: ListedLink }) {
  const { t, language } = useTranslation();
  if (!('share' in navigator)) return null;
  const { merchantName: merchant, description, merchantReference } = link;
  const facts = [amountText(link, t, browserLocale(language)), description ?? merchantReference ?? ''];
  const share = {
    title: t('smart_links.share_title', { merchant }),
    text: `${merchant}: ${facts.filter((fact) => fact !== '').join(', ')}`,
    url: link.link,
  };
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={16} aria-hidden />}
      // A user who closes the sheet has shared nothing.
      onClick={() => void navigator.share(share).catch(() => undefined)}
    >
      {t('smart_links.share')}
    </Button>
  );
}

/** For a link that can no longer be paid: a new one with its terms. */
function NewLinkButton({ link }: { link: ListedLink }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { installationId, currency, amount, emailAddress, merchantReference, description } = link;
  const draft = {
    installationId,
    currency,
    amount: amount ?? '',
    emailAddress,
    merchantReference,
    description,
  };
  return (
    <div className={classes.detailsButtons}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => void navigate({ ...paths.createSmartLinks(), state: linkDraftState(draft) as object })}
      >
        {t('smart_links.create_similar')}
      </Button>
    </div>
  );
}

interface CancelProps {
  link: ListedLink;
  isOpen: boolean;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks for confirmation, with the amount and the reference. */
function CancelDialog({ link, isOpen, onClose, onCancelled }: CancelProps) {
  const { t, language } = useTranslation();
  const send = useSend(cancelSmartLink, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const close = (): void => {
    setFailure(undefined);
    onClose();
  };
  async function cancel(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { linkId: link.linkId } });
      onCancelled();
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      isOnTop
      title={t('smart_links.cancel_title')}
      confirmLabel={t('smart_links.cancel')}
      cancelLabel={t('smart_links.keep')}
      onConfirm={cancel}
      onCancel={close}
    >
      <FailureNotice failure={failure}>
        {failure?.status === 409 ? t('smart_links.cancel_late') : undefined}
      </FailureNotice>
      <p>
        {t('smart_links.cancel_text', {
          amount: amountText(link, t, browserLocale(language)),
          reference: link.merchantReference ?? link.description ?? link.linkId,
        })}
      </p>
    </ConfirmDialog>
  );
}
