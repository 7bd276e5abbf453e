import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { readCurrentSession } from '#web/session/session-store.ts';

/** In a form: asks before what was typed is lost, in the product and when the tab closes (spec 1 §4). */
export function UnsavedGuard(props: { isDirty: boolean }) {
  const { t } = useTranslation();
  // After a sign-out there is nothing left to save to.
  const mustAsk = () => props.isDirty && readCurrentSession() != null;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      isDangerous
      isStatic
      title={t('unsaved_content.title')}
      confirmLabel={t('unsaved_content.continue')}
      cancelLabel={t('unsaved_content.cancel')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('unsaved_content.message')}
    </ConfirmDialog>
  );
}
