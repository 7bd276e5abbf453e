import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sendInvitation } from '../endpoints.ts';
import type { ScimUser } from '../scim-user.ts';

interface Props {
  /** Undefined while the dialog is closed. */
  user: ScimUser | undefined;
  onDone: (isSent: boolean) => void;
}

/** Confirms an invitation email (docs/domain.md#invitations). A failure stays in the dialog. */
export function InvitationDialog({ user, onDone }: Props) {
  const { t } = useTranslation();
  const send = useSend(sendInvitation, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  async function invite(): Promise<void> {
    if (user === undefined) return;
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { username: user.userName }, body: {} });
      onDone(true);
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen={user !== undefined}
      isStatic
      title={t('users.invitation.title')}
      confirmLabel={t('users.invitation.send')}
      cancelLabel={t('users.invitation.not_now')}
      onConfirm={invite}
      onCancel={() => {
        setFailure(undefined);
        onDone(false);
      }}
    >
      <FailureNotice failure={failure} />
      <p>{t('users.invitation.text', { name: user?.displayName ?? '', address: user?.userName ?? '' })}</p>
    </ConfirmDialog>
  );
}
