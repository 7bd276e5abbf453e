import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { hasMail } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createInvitationLink, sendInvitation } from '../endpoints.ts';
import type { ScimUser } from '../scim-user.ts';

/** How the user was invited: by an email, by a link that the administrator hands over, or not yet. */
export type Invited = 'email' | 'link' | 'no';

interface Props {
  /** Undefined while the dialog is closed. */
  user: ScimUser | undefined;
  onDone: (invited: Invited) => void;
}

/**
 * Confirms an invitation email (docs/domain.md#invitations); without a mail server, makes a link to hand over. A failure stays in
 * the dialog.
 */
export function InvitationDialog({ user, onDone }: Props) {
  const { t } = useTranslation();
  const send = useSend(sendInvitation, { handlesOwnErrors: true });
  const create = useSend(createInvitationLink, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const [link, setLink] = useState<string>();
  const way = hasMail() ? 'invitation' : 'invitation_link';
  const name = user?.displayName ?? '';
  async function invite(): Promise<void> {
    if (user === undefined) return;
    setFailure(undefined);
    const request = { path: { username: user.userName }, body: {} };
    try {
      if (way === 'invitation_link') {
        setLink((await create.mutateAsync(request)).link);
        return;
      }
      await send.mutateAsync(request);
      onDone('email');
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  function close(invited: Invited): void {
    setFailure(undefined);
    setLink(undefined);
    onDone(invited);
  }
  if (user !== undefined && link !== undefined) {
    return (
      <SecretDialog
        title={t('users.invitation_link.ready', { name })}
        text={t('users.invitation_link.ready_text', { name })}
        secret={link}
        confirmation={t('users.invitation_link.copied')}
        onClose={() => close('link')}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen={user !== undefined}
      isStatic
      title={t(`users.${way}.title`)}
      confirmLabel={t(`users.${way}.send`)}
      cancelLabel={t('users.invitation.not_now')}
      onConfirm={invite}
      onCancel={() => close('no')}
    >
      <FailureNotice failure={failure} />
      <p>{t(`users.${way}.text`, { name, address: user?.userName ?? '' })}</p>
    </ConfirmDialog>
  );
}
