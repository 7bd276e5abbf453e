import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useCloseQuestion, useIsInDialog } from '#ui/overlay/dialog-guards.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { readCurrentSession } from '../session/session-store.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { resolveLeaveQuestion, isUnsaved, registerUnsaved, useIsLeaveAsked } from './unsaved-forms.ts';

/**
 * In a form: asks before what was typed is lost, in the product and when the tab closes
 * (docs/domain.md#unsaved-changes).
 */
export function UnsavedGuard(props: { isDirty: boolean; isKeptByDialog?: boolean }) {
  const [form] = useState(() => ({}));
  useEffect(() => (props.isDirty ? registerUnsaved(form) : undefined), [props.isDirty, form]);
  // After a sign-out there is nothing left to save to.
  const mustAsk = () => props.isDirty && isUnsaved(form) && readCurrentSession() !== undefined;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  return (
    <>
      <UnsavedQuestion
        isOpen={blocker.status === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
      />
      {/* A dialog that keeps what was typed loses nothing when it closes. */}
      {props.isKeptByDialog !== true && <CloseQuestion isDirty={props.isDirty} />}
    </>
  );
}

/** In a dialog: asks before Escape closes it and what was typed is lost. Part of every UnsavedGuard inside the dialog. */
export function CloseQuestion({ isDirty }: { isDirty: boolean }) {
  const [answer, setAnswer] = useState<(mayClose: boolean) => void>();
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        setAnswer(() => resolve);
      }),
    [],
  );
  useCloseQuestion(isDirty ? ask : undefined);
  const isInDialog = useIsInDialog();
  if (!isInDialog) return null;
  const reply = (mayClose: boolean) => () => {
    setAnswer(undefined);
    answer?.(mayClose);
  };
  return (
    <UnsavedQuestion isDialog isOpen={answer !== undefined} onLeave={reply(true)} onStay={reply(false)} />
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

interface QuestionProps {
  isOpen: boolean;
  /** A dialog is closed, not the page. */
  isDialog?: boolean;
  onLeave: () => void;
  onStay: () => void;
}

function UnsavedQuestion({ isDialog = false, ...props }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      isDangerous
      isStatic
      isOnTop
      title={t(isDialog ? 'unsaved_content.dialog_title' : 'unsaved_content.title')}
      confirmLabel={t(isDialog ? 'unsaved_content.discard' : 'unsaved_content.continue')}
      cancelLabel={t(isDialog ? 'unsaved_content.keep' : 'unsaved_content.cancel')}
      onConfirm={props.onLeave}
      onCancel={props.onStay}
    >
      {t(isDialog ? 'unsaved_content.dialog_message' : 'unsaved_content.message')}
    </ConfirmDialog>
  );
}
