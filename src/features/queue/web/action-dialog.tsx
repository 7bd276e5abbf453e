import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { type ReviewAction, consequences } from '../review.ts';
import { maxComment } from '../comment.ts';
import type { TaskView } from '../schemas.ts';
import classes from './queue.module.css';
import type { QueueWords } from './use-queue-words.ts';

interface PendingAction {
  action: ReviewAction;
  tasks: readonly TaskView[];
}

interface Props {
  pending: PendingAction | undefined;
  words: QueueWords;
  /** Of the last attempt. */
  failure: CallFailure | undefined;
  onConfirm: (comment: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks before an action: what it does to how much money, and a comment that only the action "comment" requires. */
export function ActionDialog({ pending, words, ...props }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  // Kept while the dialog fades out.
  const [last, setLast] = useState(pending);
  if (pending !== undefined && pending !== last) setLast(pending);
  if (last === undefined) return null;
  const { action, tasks } = last;
  return (
    <Dialog
      isOpen={pending !== undefined}
      onClose={props.onCancel}
      isStatic={isBusy}
      title={words.t(`queue.ask.${action}.title`, { what: words.what(tasks) })}
    >
      <ActionForm
        key={`${action} ${tasks.map(({ id }) => id).join()}`}
        {...props}
        pending={last}
        words={words}
        isBusy={isBusy}
        onBusy={setIsBusy}
      />
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'pending'> {
  pending: PendingAction;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

function ActionForm({ pending, words, failure, isBusy, onBusy, onConfirm, onCancel }: FormProps) {
  const { action, tasks } = pending;
  const { t } = words;
  const texts = useUiTexts();
  const [comment, setComment] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const isDangerous = action === 'REJECT' || action === 'FLUSH';
  async function submit(): Promise<void> {
    if (action === 'COMMENT' && comment.trim() === '') {
      setIsMissing(true);
      return;
    }
    onBusy(true);
    try {
      await onConfirm(comment);
    } finally {
      onBusy(false);
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Consequence pending={pending} words={words} />
      <TextAreaField
        label={t('queue.comment')}
        isOptional={action !== 'COMMENT'}
        value={comment}
        maxLength={maxComment}
        disabled={isBusy}
        error={isMissing && comment.trim() === '' ? t('queue.comment_missing') : undefined}
        data-autofocus={action === 'COMMENT' || undefined}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <FailureNotice failure={failure} title={t('queue.action_failed')}>
        {failure?.status === 0 ? t('queue.no_response') : undefined}
      </FailureNotice>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={isBusy}
          data-autofocus={isDangerous || undefined}
          onClick={onCancel}
        >
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          color={isDangerous ? 'red' : undefined}
          data-autofocus={(!isDangerous && action !== 'COMMENT') || undefined}
        >
          {t(`queue.ask.${action}.confirm`, { what: words.what(tasks) })}
        </Button>
      </div>
    </form>
  );
}

/** What the action does, in sentences. */
function Consequence({ pending: { action, tasks }, words }: { pending: PendingAction; words: QueueWords }) {
  const { t } = words;
  if (action === 'COMMENT') return null;
  if (action === 'FLUSH') return <Notice kind="pending">{t('queue.ask.FLUSH.text')}</Notice>;
  if (action === 'RETRY') return <p>{t('queue.ask.RETRY.text')}</p>;
  if (action === 'HOLD') {
    const first = tasks.toSorted((a, b) => a.decidesAt.localeCompare(b.decidesAt))[0];
    return <p>{t('queue.ask.HOLD.text', { what: first === undefined ? '' : words.decides(first) })}</p>;
  }
  const isAccept = action === 'ACCEPT';
  const { payments, payouts, released } = consequences(isAccept ? tasks : tasks.map(held));
  return (
    <div className={classes.consequence}>
      {payments.length > 0 && <p>{t(`queue.ask.${action}.payments`, { money: words.sums(payments) })}</p>}
      {payouts.length > 0 && <p>{t(`queue.ask.${action}.payouts`, { money: words.sums(payouts) })}</p>}
      {released > 0 && <p>{t('queue.ask.released', { count: released })}</p>}
    </div>
  );
}

/** A reject releases the hold of every task, also those that merchants had requested. */
const held = (task: TaskView): TaskView => ({ ...task, wasDeferredByMerchant: false });
