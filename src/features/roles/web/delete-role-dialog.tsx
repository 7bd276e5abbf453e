import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { deleteRole } from '../endpoints.ts';
import type { Role } from '../schemas.ts';
import classes from './roles.module.css';

interface Props {
  orgId: number;
  role: Role;
  onClose: () => void;
}

/** Deletes a role. One that users have is refused with their number. */
export function DeleteRoleDialog({ orgId, role, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(deleteRole, { isHandledHere: true });
  const count = (failure?.body as { count?: number } | undefined)?.count;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('roles.delete_title', { name: role.name })}
      confirmLabel={t('roles.delete')}
      onCancel={onClose}
      onConfirm={() =>
        send
          .mutateAsync({ path: { orgId, roleId: role.roleId } })
          .then(() => void navigate(paths.roles()))
          .catch(setFailure)
      }
    >
      <div className={classes.difference}>
        <p className={classes.text}>{t('roles.delete_text')}</p>
        {failure !== undefined && (
          <Notice kind="failed">
            {count === undefined ? errorText(failure.message) : t('roles.in_use', { number: count })}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
