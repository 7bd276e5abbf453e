import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { readCurrentSession } from '../session/session-store.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { resolveLeaveQuestion, isUnsaved, registerUnsaved, useIsLeaveAsked } from './unsaved-forms.ts';

/**
 * In a form: asks before what was typed is lost, in the product and when the tab closes
 * (docs/domain.md#unsaved-changes).
 */
export function UnsavedGuard(props: { isDirty: boolean }) {
  const [form] = useState(() => ({}));
  useEffect(() => (props.isDirty ? registerUnsaved(form) : undefined), [props.isDirty, form]);
  // After a sign-out there is nothing left to save to.
  const mustAsk = () => props.isDirty && isUnsaved(form) && readCurrentSession() !== undefined;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  return (
    <UnsavedQuestion
      isOpen={blocker.status === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

/** Used once, in the shell: the same confirmation before signing out or changing the organisation. */
export function LeaveQuestion() {
  return (
    <UnsavedQuestion
      isOpen={useIsLeaveAsked()}
      onLeave={() => resolveLeaveQuestion(true)}
      onStay={() => resolveLeaveQuestion(false)}
    />
  );
}

function UnsavedQuestion(props: { isOpen: boolean; onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      isDangerous
      isStatic
      isOnTop
      title={t('unsaved_content.title')}
      confirmLabel={t('unsaved_content.continue')}
      cancelLabel={t('unsaved_content.cancel')}
      onConfirm={props.onLeave}
      onCancel={props.onStay}
    >
      {t('unsaved_content.message')}
    </ConfirmDialog>
  );
}
