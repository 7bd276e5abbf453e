import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { commentTasks } from '../../endpoints.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  taskId: string;
  /** With the new version of the task. */
  onSaved: (version: number) => void;
}

const maxComment = 255;

/** A comment on the open task. Ctrl+Enter saves it. A closed dialog keeps its draft. */
export function CommentDialog({ isOpen, onClose, taskId, onSaved }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState('');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('review.comment')} size="medium">
      {isOpen && (
        <CommentForm
          taskId={taskId}
          draft={draft}
          onDraft={setDraft}
          onClose={onClose}
          onSaved={(version) => {
            setDraft('');
            onSaved(version);
          }}
        />
      )}
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  draft: string;
  onDraft: (text: string) => void;
}

function CommentForm({ taskId, draft, onDraft, onClose, onSaved }: FormProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const send = useSend(commentTasks, { handlesOwnErrors: true });
  const [isClosed, setIsClosed] = useState(false);
  const form = useForm({
    initial: { comment: draft },
    validate: ({ comment }): { comment?: 'missing' } => (comment.trim() === '' ? { comment: 'missing' } : {}),
    errorText: () => t('review.comment_missing'),
    send: async ({ comment }) => {
      const body = { taskRecordIds: [Number(taskId)], commentMessage: comment.trim() };
      const [result] = (await send.mutateAsync({ body })).taskList;
      if (result?.reasonCode === 'S200') onSaved(result.version);
      else setIsClosed(true);
    },
  });
  const { onChange, ...field } = form.field('comment');
  return (
    <FormStack
      onSubmit={form.submit}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {t('review.comment_save')}
          </Button>
        </>
      }
    >
      <UnsavedGuard isDirty={form.values.comment.trim() !== ''} isKeptByDialog />
      <TextAreaField
        {...field}
        label={t('review.comment')}
        help={t('review.comment_help')}
        maxLength={maxComment}
        data-autofocus
        onChange={(event) => {
          onChange(event);
          onDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.submit();
        }}
      />
      <FailureNotice failure={form.failure} title={t('review.comment_failed')} />
      {isClosed && form.failure === undefined && (
        <Notice kind="failed" title={t('review.comment_failed')}>
          {t('review.is_decided')}
        </Notice>
      )}
    </FormStack>
  );
}
