import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLockOpen, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure, toFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { hasMail } from '#web/startup-config.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayInvite, mayUnlock } from '../../account-state.ts';
import { updateUser, deleteUser } from '../../endpoints.ts';
import type { ScimUser } from '../../scim-user.ts';
import { toUnlockBody } from '../../user-form.ts';
import { InvitationDialog } from '../invitation-dialog.tsx';
import { UserVersionDialog } from '../user-version-dialog.tsx';
import type { FlashMessage } from './flash-notice.tsx';

interface Props {
  user: ScimUser;
  onDone: (message: FlashMessage) => void;
  onConflict: () => void;
}

/** Actions on a user's own screen. */
export function UserActions({ user, onDone, onConflict }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'none' | 'delete' | 'invite' | 'version'>('none');
  const unlock = useUnlock(
    user,
    () => onDone('unlocked'),
    () => setDialog('version'),
  );
  const steps: PageAction[] = [
    ...(mayUnlock(user.extraInfo.lockedReason) ? [unlock.action] : []),
    ...(mayInvite(user)
      ? [
          {
            id: 'invite',
            label: t(hasMail() ? 'users.invitation.send' : 'users.invitation_link.send'),
            icon: IconMail,
            go: () => setDialog('invite'),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageActionBar
        primary={{ id: 'edit', label: t('users.edit'), icon: IconPencil, go: paths.editUser(user.id) }}
        secondary={steps[0]}
        more={[
          ...steps.slice(1),
          {
            id: 'delete',
            label: t('users.delete.button'),
            icon: IconTrash,
            isDangerous: true,
            go: () => setDialog('delete'),
          },
        ]}
      />
      <ResultDialog
        isOpen={unlock.failure !== undefined}
        kind="error"
        title={t('users.unlock_failed')}
        requestId={unlock.failure?.requestId}
        onClose={unlock.forget}
      >
        {errorText(unlock.failure?.message ?? '')}
      </ResultDialog>
      <DeleteUserDialog
        user={user}
        isOpen={dialog === 'delete'}
        onDeleted={() => {
          void queries.invalidateQueries({ queryKey: ['searchUsers'] });
          // Back must not lead to the user that is gone.
          void navigate({ ...paths.users(), replace: true });
        }}
        onClose={() => setDialog('none')}
      />
      <InvitationDialog
        user={dialog === 'invite' ? user : undefined}
        onDone={(invited) => {
          setDialog('none');
          if (invited !== 'no') onDone(invited === 'email' ? 'invited' : 'linked');
        }}
      />
      <UserVersionDialog
        isOpen={dialog === 'version'}
        onReload={() => {
          setDialog('none');
          onConflict();
        }}
      />
    </>
  );
}

/** Unlocks the account. Another user's change is a conflict. */
function useUnlock(user: ScimUser, onUnlocked: () => void, onConflict: () => void) {
  const { t } = useTranslation();
  const send = useSend(updateUser, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  async function unlock(): Promise<void> {
    try {
      await send.mutateAsync({ body: toUnlockBody(user) });
      onUnlocked();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === 'SCIM11') onConflict();
      else setFailure(error);
    }
  }
  const action: PageAction = {
    id: 'unlock',
    label: t('users.unlock'),
    icon: IconLockOpen,
    isBusy: send.isPending,
    go: () => void unlock(),
  };
  return { action, failure, forget: () => setFailure(undefined) };
}

interface DeleteUserDialogProps {
  user: ScimUser;
  isOpen: boolean;
  onDeleted: () => void;
  onClose: () => void;
}

/** Confirms the deletion, with the user's name and the deleted data. */
function DeleteUserDialog({ user, isOpen, onDeleted, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const send = useSend(deleteUser, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  async function remove(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { id: user.id } });
      onDeleted();
    } catch (error) {
      // Another request deleted the user first, with the same result.
      if (error instanceof CallFailure && error.status === 404) onDeleted();
      else setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('users.delete.title', { name: user.displayName })}
      confirmLabel={t('users.delete.confirm', { name: user.displayName })}
      onConfirm={remove}
      onCancel={() => {
        setFailure(undefined);
        onClose();
      }}
    >
      <FailureNotice failure={failure} />
      <p>{t('users.delete.text', { address: user.userName })}</p>
    </ConfirmDialog>
  );
}
