import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLockOpen, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure, toFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayInvite, mayUnlock } from '../../account-state.ts';
import { updateUser, deleteUser } from '../../endpoints.ts';
import type { ScimUser } from '../../scim-user.ts';
import { toUnlockBody } from '../../user-form.ts';
import { InvitationDialog } from '../invitation-dialog.tsx';
import { UserVersionDialog } from '../user-version-dialog.tsx';
import type { FlashMessage } from './user-news.tsx';

interface Props {
  user: ScimUser;
  onDone: (news: FlashMessage) => void;
  onConflict: () => void;
}

/** Actions on a user's own screen. */
export function UserActions({ user, onDone, onConflict }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'none' | 'delete' | 'invite' | 'version'>('none');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setDialog('delete')}
      >
        {t('users.delete.button')}
      </Button>
      {mayInvite(user) && (
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => setDialog('invite')}
        >
          {t('users.invitation.send')}
        </Button>
      )}
      {mayUnlock(user.extraInfo.lockedReason) && (
        <UnlockButton
          user={user}
          onUnlocked={() => onDone('unlocked')}
          onConflict={() => setDialog('version')}
        />
      )}
      <LinkButton to={paths.editUser(user.id)} leftSection={<IconPencil size={16} aria-hidden />}>
        {t('users.edit')}
      </LinkButton>
      <DeleteUserDialog
        user={user}
        isOpen={dialog === 'delete'}
        onDeleted={() => {
          void queries.invalidateQueries({ queryKey: ['searchUsers'] });
          void navigate(paths.users());
        }}
        onClose={() => setDialog('none')}
      />
      <InvitationDialog
        user={dialog === 'invite' ? user : undefined}
        onDone={(isSent) => {
          setDialog('none');
          if (isSent) onDone('invited');
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

interface UnlockButtonProps {
  user: ScimUser;
  onUnlocked: () => void;
  onConflict: () => void;
}

function UnlockButton({ user, onUnlocked, onConflict }: UnlockButtonProps) {
  const { t } = useTranslation();
  const send = useSend(updateUser, { isHandledHere: true });
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
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={16} aria-hidden />}
        loading={send.isPending}
        onClick={() => void unlock()}
      >
        {t('users.unlock')}
      </Button>
      <ResultDialog
        isOpen={failure != null}
        kind="error"
        title={t('users.unlock_failed')}
        requestId={failure?.requestId}
        onClose={() => setFailure(undefined)}
      >
        {errorText(failure?.message ?? '')}
      </ResultDialog>
    </>
  );
}

interface DeleteUserDialogProps {
  user: ScimUser;
  isOpen: boolean;
  onDeleted: () => void;
  onClose: () => void;
}

/** Confirms the deletion, with the user's name and what is deleted. */
function DeleteUserDialog({ user, isOpen, onDeleted, onClose }: DeleteUserDialogProps) {
  const { t } = useTranslation();
  const send = useSend(deleteUser, { isHandledHere: true });
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
