import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { deleteOrganisation } from '../endpoints.ts';
import type { ManagedOrganisation } from '../schemas.ts';
import classes from './organisations.module.css';

interface Props {
  organisation: ManagedOrganisation;
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

/** Confirms the deletion of an organisation that nothing uses. */
export function DeleteOrganisationDialog({ organisation, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const { id, name } = organisation;
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(deleteOrganisation, { handlesOwnErrors: true });
  async function confirm(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { orgId: id } });
    } catch (cause) {
      setFailure(toFailure(cause));
      return;
    }
    await onDeleted();
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('organisations.delete_title', { name })}
      confirmLabel={t('organisations.delete_confirm', { name })}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={classes.text}>
        <FailureNotice failure={failure} />
        <p>{t('organisations.delete_text')}</p>
      </div>
    </ConfirmDialog>
  );
}
