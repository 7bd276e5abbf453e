import { useState } from 'react';
import { deleteUser } from '#features/users/endpoints.ts';
import type { ScimUser } from '#features/users/scim-user.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = { user: ScimUser; isOpen: boolean; onDeleted: () => void; onClose: () => void };

/** Asks, naming the user, and says what goes and what stays. */
export function DeleteUserDialog({ user, isOpen, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(deleteUser, { isHandledHere: true });
  const [failure, setFailure] = useState<string>();
  async function remove(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { id: user.id } });
      onDeleted();
    } catch (error) {
      // Somebody else was quicker: what was wanted is so.
      if (error instanceof CallFailure && error.status === 404) onDeleted();
      else setFailure(error instanceof CallFailure ? error.message : 'internal_server_error');
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
      {failure != null && <Notice kind="failed">{errorText(failure)}</Notice>}
      <p>{t('users.delete.text', { address: user.userName })}</p>
    </ConfirmDialog>
  );
}
